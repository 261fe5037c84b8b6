#ifndef CPRELOAD_H
#define CPRELOAD_H

// Requests that the processor loads the cache line at an address, without waiting for it. The address may be invalid.
static inline void cpreload(const void *address) { __builtin_prefetch(address); }

#endif
