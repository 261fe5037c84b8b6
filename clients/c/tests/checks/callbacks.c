#include "check.h"

#include <poll.h>

static bell rung = BELL;
static tuner_client *tuner;
static tuner_value *first, *second;
static tuner_observer *observer;
static pthread_t callback_thread;

static tuner_client *start(tuner_callbacks callbacks) {
    tuner = tuner_new(&(tuner_options){.callbacks = callbacks});
    first = tuner_number(tuner, "calls.first", 0, NULL);
    second = tuner_number(tuner, "calls.second", 0, NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    return tuner;
}

static void copy(tuner_value *value, void *user) {
    callback_thread = pthread_self();
    SUCCEED(tuner_set_number(user, tuner_read_number(value), &error));
    bell_ring(&rung);
}

/* A callback writes, which waits for the client's connection. */
static void calling(void) {
    start(TUNER_CALLBACKS_ON_THREAD);
    observer = tuner_on_change(first, copy, second);
    SUCCEED(tuner_set_number(first, 5, &error));
    bell_wait(&rung, 1);
    CHECK(tuner_read_number(second) == 5 && !pthread_equal(callback_thread, pthread_self()));
    CHECK(tuner_poll_fd(tuner) == -1 && tuner_poll(tuner) == 0);
    tuner_free(tuner);
}

static void polling(void) {
    struct pollfd waited = {.events = POLLIN};
    start(TUNER_CALLBACKS_ON_POLL);
    waited.fd = tuner_poll_fd(tuner);
    observer = tuner_on_change(first, copy, second);
    CHECK(tuner_poll(tuner) == 0 && poll(&waited, 1, 0) == 0);
    SUCCEED(tuner_set_number(first, 5, &error));
    SUCCEED(tuner_set_number(first, 6, &error));
    CHECK(poll(&waited, 1, 0) == 1 && rung.count == 0);
    CHECK(tuner_poll(tuner) == 1 && rung.count == 1 && pthread_equal(callback_thread, pthread_self()));
    CHECK(tuner_read_number(second) == 6 && poll(&waited, 1, 0) == 0 && tuner_poll(tuner) == 0);
    SUCCEED(tuner_set_number(first, 7, &error));
    tuner_observer_free(observer);
    CHECK(tuner_poll(tuner) == 0 && rung.count == 1);
    tuner_free(tuner);
}

static bell entered = BELL, left = BELL;
static int has_left;

static void linger(tuner_value *value, void *user) {
    (void)value;
    bell_ring(&entered);
    bell_wait(&left, 1);
    *(int *)user = 1;
}

static void *let_go(void *unused) {
    bell_ring(&left);
    return unused;
}

/* The removal waits for the end of the callback. */
static void removing(void) {
    pthread_t thread;
    start(TUNER_CALLBACKS_ON_THREAD);
    int *owned = calloc(1, sizeof(int));
    observer = tuner_on_change(first, linger, owned);
    SUCCEED(tuner_set_number(first, 5, &error));
    bell_wait(&entered, 1);
    pthread_create(&thread, NULL, let_go, NULL);
    tuner_observer_free(observer);
    CHECK(*owned == 1);
    free(owned);
    SUCCEED(tuner_set_number(first, 6, &error));
    pthread_join(thread, NULL);
    tuner_free(tuner);
    CHECK(entered.count == 1);
}

static void remove_itself(tuner_value *value, void *user) {
    (void)value;
    tuner_observer_free(observer);
    if (user) tuner_free(tuner);
    bell_ring(&rung);
}

static void inside(void) {
    start(TUNER_CALLBACKS_ON_THREAD);
    observer = tuner_on_change(first, remove_itself, NULL);
    SUCCEED(tuner_set_number(first, 5, &error));
    bell_wait(&rung, 1);
    SUCCEED(tuner_set_number(first, 6, &error));
    observer = tuner_on_change(second, remove_itself, &rung);
    tuner_call(tuner, "tunables.set", "{\"key\":\"calls.second\",\"value\":4}", NULL, NULL);
    bell_wait(&rung, 2);
    start(TUNER_CALLBACKS_ON_POLL);
    observer = tuner_on_change(first, remove_itself, &rung);
    tuner_call(tuner, "tunables.set", "{\"key\":\"calls.first\",\"value\":7}", NULL, NULL);
    CHECK(tuner_poll(tuner) == 1 && rung.count == 3);
}

static void count(tuner_value *value, void *user) {
    (void)value;
    CHECK(!__atomic_load_n(&has_left, __ATOMIC_ACQUIRE));
    ++*(int *)user;
}

/* Clients end while their callbacks run. */
static void freeing(void) {
    int total = 0;
    for (int round = 0; round < 20; round++) {
        __atomic_store_n(&has_left, 0, __ATOMIC_RELEASE);
        start(TUNER_CALLBACKS_ON_THREAD);
        for (int index = 0; index < 8; index++) tuner_on_change(index % 2 ? first : second, count, &total);
        for (int index = 0; index < 4; index++) {
            SUCCEED(tuner_set_number(first, round * 10 + index + 1, &error));
            SUCCEED(tuner_set_number(second, round * 10 + index + 2, &error));
        }
        tuner_free(tuner);
        __atomic_store_n(&has_left, 1, __ATOMIC_RELEASE);
    }
    CHECK(total > 0);
}

static void on_connection(tuner_client *client, bool is_connected, void *user) {
    CHECK(client == tuner && is_connected == tuner_is_connected(client));
    bell_ring(user);
}

static void on_fault(const char *text, void *user) {
    CHECK(strstr(text, "not a key"));
    bell_ring(user);
}

static void reporting(void) {
    bell faults = BELL;
    tuner = tuner_new(&(tuner_options){.socket = "/nonexistent/tunerd.sock", .on_fault = on_fault, .user = &faults});
    tuner_error error;
    tuner_number(tuner, "not a key", 1, NULL);
    bell_wait(&faults, 1);
    CHECK(!tuner_is_connected(tuner));
    CHECK(tuner_ready(tuner, 1, &error) == TUNER_NOT_READY && error.message);
    tuner_error_clear(&error);
    tuner_free(tuner);
    tuner = tuner_new(NULL);
    tuner_on_connection(tuner, on_connection, &rung);
    bell_wait(&rung, 1);
    tuner_free(tuner);
}

/* A program may end without freeing anything, in a callback too. */
static void leave(tuner_value *value, void *user) {
    (void)value;
    (void)user;
    printf("ok: %d checks\n", checks);
    exit(0);
}

static void ending(void) {
    start(TUNER_CALLBACKS_ON_THREAD);
    tuner_on_change(first, leave, NULL);
    tuner_snapshot_begin(tuner);
    SUCCEED(tuner_set_number(first, 5, &error));
    bell_wait(&rung, 1);
}

const check callback_checks[] = {
    {"calling", calling}, {"polling", polling},     {"removing", removing}, {"inside", inside},
    {"freeing", freeing}, {"reporting", reporting}, {"ending", ending},     {NULL, NULL},
};
