.PHONY: demo test bench corpus layouts gallery

demo test bench corpus layouts gallery:
	@./run $@
