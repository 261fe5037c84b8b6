#include "check.h"

enum { READERS = 4, UPDATES = 300 };

static tuner_client *tuner;
static tuner_value *left, *right, *text;
static int is_done;

static bool is_over(void) { return __atomic_load_n(&is_done, __ATOMIC_ACQUIRE); }

/* Reads values that each update changes together. */
static void *read_together(void *count) {
    double last = 0;
    while (!is_over()) {
        char copy[64], expected[64];
        tuner_snapshot_begin(tuner);
        double number = tuner_read_number(left);
        CHECK(tuner_read_integer(right) == (int64_t)number);
        tuner_snapshot_begin(tuner);
        snprintf(expected, sizeof expected, "a text with the number %g", number);
        CHECK(tuner_read_string(text, copy, sizeof copy) == strlen(expected));
        CHECK(!strcmp(copy, expected) && !strcmp(tuner_borrow_string(text, NULL), expected));
        tuner_snapshot_end(tuner);
        CHECK(tuner_read_number(left) == number);
        tuner_snapshot_end(tuner);
        CHECK(number >= last);
        last = number;
        ++*(long *)count;
    }
    return NULL;
}

/* Reads without snapshots: each value alone is whole. */
static void *read_alone(void *count) {
    while (!is_over()) {
        char copy[64];
        double number = tuner_read_number(left);
        CHECK(number == (int64_t)number);
        tuner_read_string(text, copy, sizeof copy);
        CHECK(!strncmp(copy, "a text with the number ", 23));
        ++*(long *)count;
    }
    return NULL;
}

static void stress(void) {
    pthread_t readers[READERS];
    long counts[READERS] = {0};
    tuner = tuner_new(NULL);
    left = tuner_number(tuner, "stress.left", 0, NULL);
    right = tuner_integer(tuner, "stress.right", 0, NULL);
    text = tuner_string(tuner, "stress.text", "a text with the number 0", NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    for (int index = 0; index < READERS; index++)
        pthread_create(&readers[index], NULL, index % 2 ? read_alone : read_together, &counts[index]);
    for (int index = 1; index <= UPDATES; index++) {
        char words[64];
        tuner_update *update = tuner_update_begin(tuner);
        snprintf(words, sizeof words, "a text with the number %d", index);
        SUCCEED(tuner_update_number(update, left, index, &error));
        SUCCEED(tuner_update_integer(update, right, index, &error));
        SUCCEED(tuner_update_string(update, text, words, &error));
        SUCCEED(tuner_update_send(update, &error));
    }
    __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
    for (int index = 0; index < READERS; index++) {
        pthread_join(readers[index], NULL);
        CHECK(counts[index] > 0);
    }
    CHECK(tuner_read_number(left) == UPDATES);
    tuner_free(tuner);
}

/* Snapshots of two clients that end in another order. */
static void crossed(void) {
    tuner_client *first = tuner_new(NULL), *second = tuner_new(NULL);
    tuner_value *one = tuner_number(first, "crossed.one", 1, NULL), *two = tuner_number(second, "crossed.two", 2, NULL);
    SUCCEED(tuner_ready(first, 60000, &error));
    SUCCEED(tuner_ready(second, 60000, &error));
    for (int round = 0; round < 4; round++) {
        SUCCEED(tuner_reset(one, &error));
        SUCCEED(tuner_reset(two, &error));
        tuner_snapshot_begin(first);
        tuner_snapshot_begin(second);
        SUCCEED(tuner_set_number(one, 10, &error));
        SUCCEED(tuner_set_number(two, 20, &error));
        CHECK(tuner_read_number(one) == 1 && tuner_read_number(two) == 2);
        tuner_snapshot_end(round % 2 ? first : second);
        CHECK(tuner_read_number(round % 2 ? one : two) == (round % 2 ? 10 : 20));
        CHECK(tuner_read_number(round % 2 ? two : one) == (round % 2 ? 2 : 1));
        tuner_snapshot_end(round % 2 ? second : first);
        CHECK(tuner_read_number(one) == 10 && tuner_read_number(two) == 20);
    }
    tuner_free(first);
    tuner_free(second);
}

const check snapshot_checks[] = {{"stress", stress}, {"crossed snapshots", crossed}, {NULL, NULL}};
