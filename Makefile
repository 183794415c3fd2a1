# The tasks themselves are in ./run, which works where there is no make.
.PHONY: demo test lint cart-check refresh docs setup
demo test lint cart-check refresh docs setup:
	@./run $@
