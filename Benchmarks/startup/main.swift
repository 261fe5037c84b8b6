// A program that does almost nothing, to measure the cost of its start.
print("hello")
