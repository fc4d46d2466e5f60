.PHONY: demo test books bench corpus infer cures convert prove layouts gallery

demo test books bench corpus infer cures convert prove layouts gallery:
	@./run $@
