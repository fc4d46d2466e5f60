.PHONY: demo test books bench corpus infer cures prove layouts gallery

demo test books bench corpus infer cures prove layouts gallery:
	@./run $@
