.PHONY: demo test bench corpus

demo test bench corpus:
	@./run $@
