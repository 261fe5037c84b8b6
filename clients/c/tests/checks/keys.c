#include "check.h"

enum { KEYS = 300, THREADS = 4 };

static tuner_client *tuner;

static void *read_all(void *unused) {
    for (int round = 0; round < 20; round++) {
        for (int index = 0; index < KEYS; index++) {
            char key[64], text[16];
            snprintf(key, sizeof key, "keys.%s%d", index % 3 ? "with.a.long.name.of.several.words." : "", index);
            switch (index % 4) {
            case 0: CHECK(tuner_get_number(tuner, key, index) == index); break;
            case 1: CHECK(tuner_get_integer(tuner, key, index) == index); break;
            case 2: CHECK(tuner_get_bool(tuner, key, index % 8 == 2) == (index % 8 == 2)); break;
            default: CHECK(tuner_get_string(tuner, key, "text", text, sizeof text) == 4 && !strcmp(text, "text"));
            }
        }
    }
    return unused;
}

static void threads(void) {
    pthread_t readers[THREADS];
    tuner = tuner_new(NULL);
    for (int index = 0; index < THREADS; index++) pthread_create(&readers[index], NULL, read_all, NULL);
    for (int index = 0; index < THREADS; index++) pthread_join(readers[index], NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    read_all(NULL);
    tuner_free(tuner);
}

static void on_fault(const char *text, void *user) {
    fprintf(stderr, "%s\n", text);
    ++*(int *)user;
}

/* A key that the program has declared needs no other declaration. */
static void declared(void) {
    int faults = 0;
    tuner = tuner_new(&(tuner_options){.on_fault = on_fault, .user = &faults, .callbacks = TUNER_CALLBACKS_ON_POLL});
    tuner_value *value = tuner_number(tuner, "keys.declared", 5, &(tuner_spec){.min = 1, .max = 9});
    CHECK(tuner_get_number(tuner, "keys.declared", 0) == 5);
    SUCCEED(tuner_set_number(value, 6, &error));
    CHECK(tuner_get_number(tuner, "keys.declared", 0) == 6 && tuner_get_integer(tuner, "keys.other", 3) == 3);
    CHECK(tuner_poll(tuner) == 0 && faults == 0);
    /* Another default is another declaration. */
    CHECK(tuner_number(tuner, "keys.declared", 7, NULL) != value);
    CHECK(tuner_poll(tuner) == 1 && faults == 1);
    tuner_free(tuner);
}

const check key_checks[] = {{"keys of threads", threads}, {"declared keys", declared}, {NULL, NULL}};
