// What a program costs that does next to nothing.
print("hello")
