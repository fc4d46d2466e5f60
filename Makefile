.PHONY: demo test bench corpus infer cures layouts gallery

demo test bench corpus infer cures layouts gallery:
	@./run $@
