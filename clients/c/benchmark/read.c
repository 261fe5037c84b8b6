/* Measures a read through the shared library, in nanoseconds and as a ratio to an atomic load in a function of this program,
 * and counts the allocations of reads:
 *
 *     cc -O2 read.c -ltuner && ./a.out [READS]
 *
 * Only ratios of one run count. `./run` counts the instructions too.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <tuner.h>

extern void *__libc_malloc(size_t size);
static _Thread_local long allocations;

/* Counts the allocations of this thread; the library finds this function before that of the C library. */
void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

static _Atomic double word = 1;
static tuner_value *number, *integer, *boolean, *text;
static tuner_client *tuner;

static double load(void) { return atomic_load_explicit(&word, memory_order_acquire); }
static double read_number(void) { return tuner_read_number(number); }
static double read_integer(void) { return (double)tuner_read_integer(integer); }
static double read_bool(void) { return tuner_read_bool(boolean); }
static double get_number(void) { return tuner_get_number(tuner, "benchmark.number", 1); }
static double read_string(void) {
    char buffer[32];
    return (double)tuner_read_string(text, buffer, sizeof buffer);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Returns the nanoseconds of the quickest of ten loops. */
__attribute__((noinline)) static double measure(double (*volatile function)(void), long count) {
    double best = 1e18, sum = 0;
    for (int run = 0; run < 10; run++) {
        double start = now();
        for (long index = 0; index < count; index++) sum += function();
        double time = (now() - start) / (double)count;
        if (time < best) best = time;
    }
    return sum < 0 ? sum : best;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 10000000;
    struct {
        const char *name;
        double (*function)(void);
    } reads[] = {
        {"atomic load", load},
        {"tuner_read_number", read_number},
        {"tuner_read_integer", read_integer},
        {"tuner_read_bool", read_bool},
        {"tuner_get_number", get_number},
        {"tuner_read_string", read_string},
    };
    tuner = tuner_shared();
    number = tuner_number(tuner, "benchmark.number", 1, NULL);
    integer = tuner_integer(tuner, "benchmark.integer", 1, NULL);
    boolean = tuner_bool(tuner, "benchmark.bool", true, NULL);
    text = tuner_string(tuner, "benchmark.text", "a text of some words", NULL);
    get_number();
    double first = 0;
    for (size_t index = 0; index < sizeof reads / sizeof *reads; index++) {
        long before = allocations;
        double time = measure(reads[index].function, count);
        if (index == 0) first = time;
        printf("%-18s %6.2f ns %6.1f x %3ld allocations\n", reads[index].name, time, time / first, allocations - before);
    }
    return 0;
}
