#ifndef CBENCHMARK_H
#define CBENCHMARK_H

// C functions that the benchmarks need and Swift's libc modules leave out. They are not installed.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A function that wraps a system call returns -1 and sets errno as the call does; ENOSYS if the system has no such call.

// The processors on which a thread may run, one bit each; `bytes` is the size of `mask`.
int cbenchmark_get_affinity(pid_t thread, uint64_t *mask, size_t bytes);
int cbenchmark_set_affinity(pid_t thread, const uint64_t *mask, size_t bytes);

// Lets the kernel kill this process when its parent ends for any reason, also after an exec.
int cbenchmark_die_with_parent(void);

// Whether `bytes` contain `needle`.
int cbenchmark_contains(const void *bytes, size_t count, const void *needle, size_t needle_count);

// The bytes that this process has allocated, with the allocator's headers; 0 if the system does not report them.
size_t cbenchmark_allocated(void);

// The processor time of this process in nanoseconds.
uint64_t cbenchmark_processor_time(void);

#endif
