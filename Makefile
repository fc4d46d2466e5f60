.PHONY: demo test bench corpus cures

demo test bench corpus cures:
	@./run $@
