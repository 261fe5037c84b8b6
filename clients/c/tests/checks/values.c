#include "check.h"

#include <math.h>
#include <unistd.h>

static void ignore(const char *text, void *user) { (void)text, (void)user; }

static void types(void) {
    tuner_client *tuner = tuner_new(NULL);
    tuner_value *number = tuner_number(tuner, "c.number", 1.5, NULL);
    tuner_value *integer = tuner_integer(tuner, "c.integer", 7, NULL);
    tuner_value *boolean = tuner_bool(tuner, "c.bool", true, NULL);
    tuner_value *json = tuner_json(tuner, "c.json", "{\"b\":[1,2.5],\"a\":null}", NULL);
    char text[64];
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(tuner_is_connected(tuner));
    CHECK(tuner_read_number(number) == 1.5 && tuner_read_integer(integer) == 7 && tuner_read_bool(boolean));
    CHECK(tuner_read_number(integer) == 7);
    CHECK(tuner_read_integer(number) == 0 && !tuner_read_bool(number) && tuner_read_string(number, text, 64) == 0);
    CHECK(tuner_read_string(json, text, sizeof text) == strlen("{\"a\":null,\"b\":[1,2.5]}"));
    CHECK(!strcmp(text, "{\"a\":null,\"b\":[1,2.5]}"));
    SUCCEED(tuner_set_number(number, 2, &error));
    SUCCEED(tuner_set_integer(integer, INT64_MAX, &error));
    SUCCEED(tuner_set_bool(boolean, false, &error));
    SUCCEED(tuner_set_json(json, "{}", &error));
    CHECK(tuner_read_number(number) == 2 && tuner_read_integer(integer) == INT64_MAX && !tuner_read_bool(boolean));
    CHECK(tuner_read_string(json, text, sizeof text) == 2);
    SUCCEED(tuner_reset(number, &error));
    CHECK(tuner_read_number(number) == 1.5);
    CHECK(!strcmp(tuner_key(number), "c.number"));
    CHECK(tuner_number(tuner, "c.number", 1.5, NULL) == number);
    tuner_free(tuner);
}

static void strings(void) {
    tuner_client *tuner = tuner_new(NULL);
    tuner_value *value = tuner_string(tuner, "c.string", "aé🦊", NULL);
    char text[16];
    size_t length;
    CHECK(tuner_read_string(value, NULL, 0) == 7);
    const char *cuts[] = {"", "", "a", "a", "aé", "aé", "aé", "aé", "aé🦊"};
    for (size_t size = 1; size <= 8; size++) {
        memset(text, 'x', sizeof text);
        CHECK(tuner_read_string(value, text, size) == 7);
        CHECK(!strcmp(text, cuts[size]) && text[size] == 'x');
    }
    CHECK(!tuner_borrow_string(value, &length) && length == 0);
    tuner_snapshot_begin(tuner);
    const char *borrowed = tuner_borrow_string(value, &length);
    CHECK(length == 7 && !strcmp(borrowed, "aé🦊"));
    SUCCEED(tuner_ready(tuner, 60000, &error));
    for (int index = 0; index < 20; index++) SUCCEED(tuner_set_string(value, index % 2 ? "x" : "y", &error));
    CHECK(!strcmp(borrowed, "aé🦊") && tuner_borrow_string(value, NULL) == borrowed);
    tuner_snapshot_end(tuner);
    CHECK(tuner_read_string(value, text, sizeof text) == 1 && *text == 'x');
    tuner_free(tuner);
}

static void errors(void) {
    tuner_client *tuner = tuner_new(&(tuner_options){.name = "checker"});
    tuner_spec spec = {.min = 0, .max = 4, .unit = "pt", .description = "How large.", .more = "{\"tags\":[\"a\"]}"};
    tuner_value *value = tuner_number(tuner, "c.scale", 1, &spec);
    tuner_error error;
    char *result;
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(tuner_set_number(value, 9, &error) == TUNER_REFUSED && error.code == TUNER_REFUSED);
    CHECK(!strcmp(error.kind, "outOfRange") && strstr(error.message, "c.scale must be at most 4"));
    CHECK(strstr(error.data, "\"maximum\":4"));
    tuner_error_clear(&error);
    CHECK(!error.code && !error.message && !error.kind && !error.data);
    CHECK(tuner_set_number(value, 9, NULL) == TUNER_REFUSED && tuner_read_number(value) == 1);
    CHECK(tuner_set_string(value, "x", &error) == TUNER_INVALID && !error.kind);
    tuner_error_clear(&error);
    CHECK(tuner_set_number(value, NAN, NULL) == TUNER_INVALID);
    CHECK(tuner_set_number(NULL, 1, NULL) == TUNER_INVALID && tuner_reset(NULL, NULL) == TUNER_INVALID);
    CHECK(tuner_call(tuner, "no.method", NULL, &result, &error) == TUNER_REFUSED && !result);
    CHECK(!strcmp(error.kind, "methodNotFound"));
    tuner_error_clear(&error);
    CHECK(tuner_call(tuner, "ping", "[1", NULL, NULL) == TUNER_INVALID);
    SUCCEED(tuner_call(tuner, "ping", "{\"payload\":\"é\"}", &result, &error));
    CHECK(!strcmp(result, "\"é\""));
    tuner_free_text(result);
    SUCCEED(tuner_call(tuner, "tunables.describe", "{\"key\":\"c.scale\"}", &result, &error));
    CHECK(strstr(result, "\"unit\":\"pt\"") && strstr(result, "\"How large.\"") && strstr(result, "[\"a\"]"));
    tuner_free_text(result);
    tuner_free(tuner);
}

static void arguments(void) {
    tuner_client *tuner = tuner_new(NULL);
    CHECK(!tuner_new(&(tuner_options){.name = "\xff"}));
    CHECK(!tuner_number(NULL, "c.a", 1, NULL) && !tuner_number(tuner, NULL, 1, NULL));
    CHECK(!tuner_number(tuner, "\xff", 1, NULL) && !tuner_number(tuner, "c.a", INFINITY, NULL));
    CHECK(!tuner_number(tuner, "c.a", 1, &(tuner_spec){.max = NAN}));
    CHECK(!tuner_number(tuner, "c.a", 1, &(tuner_spec){.more = "{\"no such word\":1}"}));
    CHECK(!tuner_string(tuner, "c.a", NULL, NULL) && !tuner_json(tuner, "c.a", "{", NULL));
    CHECK(!tuner_flag_bool(tuner, "c.a", true, "[]"));
    CHECK(tuner_read_number(NULL) == 0 && tuner_read_integer(NULL) == 0 && !tuner_read_bool(NULL));
    CHECK(!tuner_key(NULL) && !tuner_on_change(NULL, NULL, NULL) && tuner_poll(NULL) == 0);
    CHECK(tuner_get_number(NULL, "c.a", 3) == 3 && tuner_get_number(tuner, NULL, 3) == 3);
    CHECK(tuner_update_send(NULL, NULL) == TUNER_INVALID && !tuner_update_begin(NULL));
    CHECK(tuner_ready(NULL, 1, NULL) == TUNER_INVALID && !tuner_is_connected(NULL));
    tuner_update_cancel(NULL);
    tuner_observer_free(NULL);
    tuner_error_clear(NULL);
    tuner_free_text(NULL);
    tuner_snapshot_begin(NULL);
    tuner_snapshot_end(tuner);
    tuner_free(NULL);
    tuner_free(tuner_shared());
    CHECK(strlen(tuner_version()) > 2);
    tuner_free(tuner);
}

static void updates(void) {
    tuner_client *tuner = tuner_new(NULL), *other = tuner_new(NULL);
    tuner_value *number = tuner_number(tuner, "c.first", 1, &(tuner_spec){.min = 0, .max = 10});
    tuner_value *text = tuner_string(tuner, "c.second", "a", NULL);
    tuner_update *update = tuner_update_begin(tuner);
    tuner_error error;
    SUCCEED(tuner_update_number(update, number, 1, &error));
    SUCCEED(tuner_update_number(update, number, 2, &error));
    SUCCEED(tuner_update_string(update, text, "b", &error));
    CHECK(tuner_update_bool(update, text, true, NULL) == TUNER_INVALID);
    CHECK(tuner_update_bool(update, tuner_bool(other, "c.third", false, NULL), true, NULL) == TUNER_INVALID);
    SUCCEED(tuner_update_send(update, &error));
    CHECK(tuner_read_number(number) == 2 && tuner_read_string(text, NULL, 0) == 1);
    update = tuner_update_begin(tuner);
    SUCCEED(tuner_update_number(update, number, 99, &error));
    SUCCEED(tuner_update_string(update, text, "long", &error));
    CHECK(tuner_update_send(update, &error) == TUNER_REFUSED);
    tuner_error_clear(&error);
    CHECK(tuner_read_number(number) == 2 && tuner_read_string(text, NULL, 0) == 1);
    update = tuner_update_begin(tuner);
    SUCCEED(tuner_update_number(update, number, 3, &error));
    tuner_update_cancel(update);
    tuner_free(other);
    tuner_free(tuner);
}

static void flags(void) {
    tuner_client *tuner = tuner_new(NULL);
    tuner_value *dark = tuner_flag_bool(tuner, "c.dark", true, NULL);
    tuner_value *size = tuner_flag_number(tuner, "c.size", 2, "{\"plan\":\"pro\"}");
    tuner_value *flow = tuner_flag_string(tuner, "c.flow", "classic", NULL);
    SUCCEED(tuner_set_context(tuner, "{\"targetingKey\":\"ada\"}", &error));
    CHECK(tuner_set_context(tuner, "1", NULL) == TUNER_INVALID);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(tuner_read_bool(dark) && tuner_read_number(size) == 2 && tuner_read_string(flow, NULL, 0) == 7);
    SUCCEED(tuner_set_bool(dark, false, &error));
    CHECK(!tuner_read_bool(dark) && !tuner_get_flag(tuner, "c.dark", true));
    SUCCEED(tuner_reset(dark, &error));
    CHECK(tuner_read_bool(dark));
    tuner_free(tuner);
}

/* A start without a daemon has the values of the file, and a start with one writes them. */
static void values_file(void) {
    char directory[] = "/tmp/tuner-values-XXXXXX", path[64];
    CHECK(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/values", directory);
    tuner_options options = {.values_file = path};
    tuner_client *tuner = tuner_new(&options);
    tuner_value *value = tuner_number(tuner, "c.kept", 1, NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    SUCCEED(tuner_set_number(value, 42, &error));
    tuner_free(tuner);
    options.socket = "/nonexistent/tunerd.sock";
    options.on_fault = ignore;
    tuner = tuner_new(&options);
    CHECK(tuner_read_number(tuner_number(tuner, "c.kept", 1, NULL)) == 42);
    CHECK(tuner_get_number(tuner, "c.other", 3) == 3);
    tuner_free(tuner);
    CHECK(!remove(path) && !rmdir(directory));
}

const check value_checks[] = {
    {"types", types}, {"strings", strings}, {"errors", errors}, {"arguments", arguments}, {"updates", updates},
    {"flags", flags}, {"values file", values_file}, {NULL, NULL},
};
