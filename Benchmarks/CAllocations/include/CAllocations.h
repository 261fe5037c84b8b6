#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

// How often this thread has asked for memory; always 0 where that cannot be counted. Who links this has it counted.
uint64_t callocations_count(void);

#endif
