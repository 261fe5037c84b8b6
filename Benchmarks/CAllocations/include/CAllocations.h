#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

// The number of allocations of this thread in a program that links this module; always 0 if they cannot be counted.
uint64_t callocations_count(void);

#endif
