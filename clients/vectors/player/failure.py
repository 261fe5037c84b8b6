"""The error that ends a vector."""


class Failure(Exception):
    """A step did not have its expected result."""

    def __init__(self, expected, came):
        super().__init__(f"expected {expected}, got {came}")
        self.expected = expected
        self.came = came
