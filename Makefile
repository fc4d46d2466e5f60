.PHONY: demo test bench corpus infer cures convert prove layouts gallery

demo test bench corpus infer cures convert prove layouts gallery:
	@./run $@
