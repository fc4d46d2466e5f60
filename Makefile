.PHONY: demo test bench corpus infer cures prove layouts gallery

demo test bench corpus infer cures prove layouts gallery:
	@./run $@
