// What libFuzzer offers to a program that brings its own main.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one_input)(const uint8_t *bytes, size_t count));
