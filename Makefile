# The tasks themselves are in ./run, which works where there is no make.
.PHONY: demo test test-rom test-pythons package lint cart-check refresh docs setup
demo test test-rom test-pythons package lint cart-check refresh docs setup:
	@./run $@
