.PHONY: demo test bench corpus cures convert

demo test bench corpus cures convert:
	@./run $@
