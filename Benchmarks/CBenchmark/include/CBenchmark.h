#ifndef CBENCHMARK_H
#define CBENCHMARK_H

// What the benchmarks need and Swift's own libc modules leave out. No part of what is shipped.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Those that return an int return -1 and set errno as the call they stand for does; ENOSYS where there is no such call.

// The processors a thread may run on, one bit each; `bytes` is the size of `mask`.
int cbenchmark_get_affinity(pid_t thread, uint64_t *mask, size_t bytes);
int cbenchmark_set_affinity(pid_t thread, const uint64_t *mask, size_t bytes);

// The kernel kills this process when the one that started it ends, however it ends. Outlives an exec.
int cbenchmark_die_with_parent(void);

// Whether `needle` stands somewhere in `bytes`.
int cbenchmark_contains(const void *bytes, size_t count, const void *needle, size_t needle_count);

// Bytes that this process has allocated, the allocator's own headers included; 0 where there is no such call.
size_t cbenchmark_allocated(void);

// Nanoseconds that this process has had a processor.
uint64_t cbenchmark_processor_time(void);

#endif
