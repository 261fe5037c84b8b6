#define _GNU_SOURCE
#include "CBenchmark.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#ifdef __linux__
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#endif

int cbenchmark_get_affinity(pid_t thread, uint64_t *mask, size_t bytes)
{
    memset(mask, 0, bytes);
#ifdef __linux__
    return sched_getaffinity(thread, bytes, (cpu_set_t *)mask);
#else
    (void)thread;
    errno = ENOSYS;
    return -1;
#endif
}

int cbenchmark_set_affinity(pid_t thread, const uint64_t *mask, size_t bytes)
{
#ifdef __linux__
    return sched_setaffinity(thread, bytes, (const cpu_set_t *)mask);
#else
    (void)thread, (void)mask, (void)bytes;
    errno = ENOSYS;
    return -1;
#endif
}

int cbenchmark_die_with_parent(void)
{
#ifdef __linux__
    return prctl(PR_SET_PDEATHSIG, SIGKILL);
#else
    errno = ENOSYS;
    return -1;
#endif
}

int cbenchmark_contains(const void *bytes, size_t count, const void *needle, size_t needle_count)
{
    return memmem(bytes, count, needle, needle_count) != NULL;
}

size_t cbenchmark_allocated(void)
{
#ifdef __GLIBC__
    struct mallinfo2 state = mallinfo2();
    return state.uordblks + state.hblkhd;
#else
    return 0;
#endif
}

uint64_t cbenchmark_processor_time(void)
{
    struct timespec time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
