#include "check.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static tuner_client *tuner;
static tuner_value *scale, *title;
/* The texts of all faults. */
static char fault[4000];
static int faults;

static void on_fault(const char *text, void *user) {
    CHECK(user == &faults);
    strncat(fault, text, sizeof fault - strlen(fault) - 1);
    faults++;
}

static tuner_client *start(tuner_options options) {
    options.callbacks = TUNER_CALLBACKS_ON_POLL;
    options.on_fault = on_fault;
    options.user = &faults;
    faults = fault[0] = 0;
    tuner = tuner_new(&options);
    scale = tuner_number(tuner, "c.scale", 1, &(tuner_spec){.min = 0, .max = 4});
    title = tuner_string(tuner, "c.title", "Hello", NULL);
    return tuner;
}

/* Waits until the faults contain a text. */
static void await_fault(const char *text) {
    struct pollfd waited = {.fd = tuner_poll_fd(tuner), .events = POLLIN};
    for (; !strstr(fault, text); tuner_poll(tuner)) CHECK(poll(&waited, 1, 60000) == 1);
}

/* Waits for the responses to all posted writes, because responses come in order. */
static void await_responses(void) { SUCCEED(tuner_call(tuner, "ping", NULL, NULL, &error)); }

static bool daemon_has(const char *key, const char *expected) {
    char params[80], *result;
    snprintf(params, sizeof params, "{\"key\":\"%s\"}", key);
    SUCCEED(tuner_call(tuner, "tunables.get", params, &result, &error));
    bool is_equal = strstr(result, expected) != NULL;
    tuner_free_text(result);
    return is_equal;
}

/* The program reads a posted value at once, and the daemon stores it. */
static void posting(void) {
    start((tuner_options){0});
    SUCCEED(tuner_ready(tuner, 60000, &error));
    SUCCEED(tuner_post_number(scale, 2, &error));
    SUCCEED(tuner_post_string(title, "Moon", &error));
    CHECK(tuner_read_number(scale) == 2 && tuner_read_string(title, NULL, 0) == 4);
    CHECK(daemon_has("c.scale", "\"value\":2") && daemon_has("c.title", "\"Moon\""));
    SUCCEED(tuner_post_reset(scale, &error));
    tuner_update *update = tuner_update_begin(tuner);
    SUCCEED(tuner_update_string(update, title, "Mars", &error));
    SUCCEED(tuner_update_post(update, &error));
    await_responses();
    CHECK(tuner_read_number(scale) == 1 && daemon_has("c.title", "\"Mars\""));
    CHECK(tuner_poll(tuner) == 0 && faults == 0);
    CHECK(tuner_post_bool(scale, true, NULL) == TUNER_INVALID && tuner_post_integer(NULL, 1, NULL) == TUNER_INVALID);
    CHECK(tuner_post_json(title, "{", NULL) == TUNER_INVALID && tuner_post_reset(NULL, NULL) == TUNER_INVALID);
    CHECK(tuner_update_post(NULL, NULL) == TUNER_INVALID);
    tuner_free(tuner);
}

/* A refusal is a fault, and the same refusal is reported again only after a write has succeeded. */
static void posted_faults(void) {
    start((tuner_options){0});
    SUCCEED(tuner_ready(tuner, 60000, &error));
    for (int index = 5; index < 25; index++) SUCCEED(tuner_post_number(scale, index, &error));
    await_responses();
    CHECK(tuner_poll(tuner) == 1 && faults == 1 && tuner_read_number(scale) == 1);
    CHECK(strstr(fault, "c.scale has failed: c.scale must be at most 4"));
    tuner_update *update = tuner_update_begin(tuner);
    SUCCEED(tuner_update_string(update, title, "Venus", &error));
    SUCCEED(tuner_update_number(update, scale, 9, &error));
    SUCCEED(tuner_update_post(update, &error));
    await_responses();
    CHECK(tuner_poll(tuner) == 0 && tuner_read_string(title, NULL, 0) == 5);
    SUCCEED(tuner_post_number(scale, 3, &error));
    SUCCEED(tuner_post_number(scale, 9, &error));
    await_responses();
    CHECK(tuner_poll(tuner) == 1 && faults == 2 && tuner_read_number(scale) == 3);
    tuner_free(tuner);
}

/* A client that is in no connection says why, in the errors and in the faults of writes. */
static void wrong_worlds(void) {
    tuner_error error;
    start((tuner_options){.world = "w-00000000000000ff"});
    CHECK(tuner_set_number(scale, 2, &error) == TUNER_NOT_CONNECTED && strstr(error.message, "no world w-"));
    tuner_error_clear(&error);
    SUCCEED(tuner_post_number(scale, 2, &error));
    SUCCEED(tuner_post_string(title, "Moon", &error));
    await_fault("the program does not receive changes: ");
    await_fault("the write of c.scale has failed: ");
    CHECK(faults == 2 && strstr(strstr(fault, "no world") + 1, "no world"));
    tuner_free(tuner);
}

/* A daemon that never responds: a program cannot post without a limit. */
static void posting_too_much(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char directory[] = "/tmp/tuner-silent-XXXXXX";
    int listener = socket(AF_UNIX, SOCK_STREAM, 0), count = 0;
    tuner_error error;
    CHECK(mkdtemp(directory));
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", directory);
    CHECK(!bind(listener, (struct sockaddr *)&address, sizeof address) && !listen(listener, 1));
    start((tuner_options){.socket = address.sun_path});
    while (tuner_post_number(scale, 2, &error) == TUNER_OK && count < 100000) count++;
    CHECK(count == 1000 && error.code == TUNER_OVERLOADED && strstr(error.message, "1000 posted writes"));
    tuner_error_clear(&error);
    tuner_free(tuner);
    CHECK(!close(listener) && !remove(address.sun_path) && !rmdir(directory));
}

const check posting_checks[] = {
    {"posting", posting},
    {"posted faults", posted_faults},
    {"wrong worlds", wrong_worlds},
    {"posting too much", posting_too_much},
    {NULL, NULL},
};
