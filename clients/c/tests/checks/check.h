/* Checks of the library with a real daemon, whose socket is in TUNER_SOCKET. */
#ifndef CHECK_H
#define CHECK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tuner.h>

extern int checks;

/* Ends the program unless a condition is true. */
#define CHECK(condition)                                                                \
    do {                                                                                \
        __atomic_add_fetch(&checks, 1, __ATOMIC_RELAXED);                               \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: this is false: %s\n", __FILE__, __LINE__, #condition); \
            _Exit(1);                                                                   \
        }                                                                               \
    } while (0)

/* Calls a function that takes an error, and ends the program if it fails. */
#define SUCCEED(call)                                                                   \
    do {                                                                                \
        tuner_error error;                                                              \
        tuner_code code = call;                                                         \
        if (code != TUNER_OK) fprintf(stderr, "%s\n", error.message);                   \
        CHECK(code == TUNER_OK);                                                        \
    } while (0)

/* A thing to wait for. */
typedef struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    int count;
} bell;

#define BELL {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0}

void bell_ring(bell *bell);
/* Waits until it was rung so often. */
void bell_wait(bell *bell, int count);

typedef struct check {
    const char *name;
    void (*function)(void);
} check;

/* The checks of each file, with a NULL at the end. */
extern const check value_checks[], key_checks[], snapshot_checks[], callback_checks[], fork_checks[],
    posting_checks[];

#endif
