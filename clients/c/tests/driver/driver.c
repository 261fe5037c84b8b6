/* The driver of the vectors; clients/vectors/README.md has its operations. */
#include "entries.h"
#include "tries.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tuner_client *tuner;
static char *world;
static char *faults[1000];
static int fault_count, faults_taken;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void wake(void) {
    pthread_mutex_lock(&mutex);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void on_fault(const char *text, void *user) {
    (void)user;
    pthread_mutex_lock(&mutex);
    faults[fault_count++] = strdup(text);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

tuner_client *client(void) {
    tuner_options options = {.name = "driver", .world = world, .on_fault = on_fault};
    options.values_file = getenv("VALUES_FILE");
    if (!tuner) tuner = tuner_new(&options);
    return tuner;
}

static void on_wake(tuner_value *value, void *user) {
    (void)value;
    (void)user;
    wake();
}

static void on_connection(tuner_client *tuner, bool is_connected, void *user) {
    (void)tuner;
    (void)is_connected;
    (void)user;
    wake();
}

static void collect(tuner_value *value, void *user) {
    entry *entry = user;
    (void)value;
    char *text = read_text(entry);
    pthread_mutex_lock(&mutex);
    entry->collected[entry->count++] = text;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static bool is_text(const char *text, const json *expected) {
    json *value = json_read(text);
    bool is_equal = json_equal(value, expected);
    json_free(value);
    return is_equal;
}

/* Waits, with the mutex, until the value is the expected one. */
static void wait_for_value(entry *entry, const json *expected) {
    tuner_observer *observer = tuner_on_change(entry->value, on_wake, NULL);
    pthread_mutex_lock(&mutex);
    while (true) {
        char *text = read_text(entry);
        bool is_equal = is_text(text, expected);
        free(text);
        if (is_equal) break;
        pthread_cond_wait(&changed, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    tuner_observer_free(observer);
}

static void wait_for_connection(bool is_connected) {
    tuner_observer *observer = tuner_on_connection(client(), on_connection, NULL);
    pthread_mutex_lock(&mutex);
    while (tuner_is_connected(client()) != is_connected) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    tuner_observer_free(observer);
}

/* Ends the line of an operation: with the result, or with the error. */
static void finish(tuner_code code, tuner_error *error, const char *result) {
    const char *kind = code == TUNER_NOT_CONNECTED     ? "notConnected"
                       : code == TUNER_OUTCOME_UNKNOWN ? "outcomeUnknown"
                       : error->kind                   ? error->kind
                                                       : "failed";
    if (code == TUNER_OK) {
        printf("{\"gives\":%s}\n", result);
    } else {
        printf("{\"fails\":{\"kind\":\"%s\",\"message\":", kind);
        json_print(error->message, strlen(error->message));
        printf(",\"data\":%s}}\n", error->data ? error->data : "{}");
    }
    tuner_error_clear(error);
}

/* Calls a method with a key, and a value if it is not NULL. */
static tuner_code call(const char *method, const char *key, const char *value, char **result, tuner_error *error) {
    char *params;
    asprintf(&params, value ? "{\"key\":\"%s\",\"value\":%s}" : "{\"key\":\"%s\"}", key, value);
    tuner_code code = tuner_call(client(), method, params, result, error);
    free(params);
    return code;
}

static tuner_code write_value(const json *key, const json *value, tuner_update *update, tuner_error *error) {
    entry *entry = find(key, false);
    char *text = json_copy(value);
    tuner_code code;
    if (!entry || (value->kind != entry->kind && entry->kind != JSON_ARRAY && entry->kind != JSON_OBJECT)) {
        /* C refuses another type itself: the daemon's refusal needs a call. */
        code = call("tunables.set", key->string, text, NULL, error);
    } else if (value->kind == JSON_NUMBER) {
        code = update ? tuner_update_number(update, entry->value, value->number, error)
                      : tuner_set_number(entry->value, value->number, error);
    } else if (value->kind == JSON_BOOL) {
        code = update ? tuner_update_bool(update, entry->value, value->boolean, error)
                      : tuner_set_bool(entry->value, value->boolean, error);
    } else if (entry->kind == JSON_STRING) {
        code = update ? tuner_update_string(update, entry->value, value->string, error)
                      : tuner_set_string(entry->value, value->string, error);
    } else {
        code = update ? tuner_update_json(update, entry->value, text, error)
                      : tuner_set_json(entry->value, text, error);
    }
    free(text);
    return code;
}

static void join(const json *name) {
    tuner_free(tuner);
    tuner = NULL;
    free(world);
    world = strdup(name->kind == JSON_STRING ? name->string : "");
    for (entry *entry = entries; entry; entry = entry->next) {
        declare(entry);
        if (entry->observer) entry->observer = tuner_on_change(entry->value, collect, entry);
    }
}

static void snapshot(const json *keys) {
    tuner_snapshot_begin(client());
    printf("{\"gives\":{");
    for (const json *key = keys->first; key; key = key->next) {
        char *text = read_text(find(key, false));
        json_print(key->string, strlen(key->string));
        printf(":%s%s", text, key->next ? "," : "");
        free(text);
    }
    printf("}}\n");
    tuner_snapshot_end(client());
}

/* Executes an operation. */
static void execute(const char *line, const json *operation) {
    const char *name = operation->first->string;
    const json *key = json_at(operation, 1), *value = json_at(operation, 2);
    tuner_error error = {0};
    tuner_code code = TUNER_OK;
    char *result = NULL;
    if (!strcmp(name, "declare") || !strcmp(name, "flag")) {
        add(line, *name == 'f');
    } else if (!strcmp(name, "get") || !strcmp(name, "flag-value")) {
        result = read_text(find(key, *name == 'f'));
    } else if (!strcmp(name, "ready")) {
        code = tuner_ready(client(), INT64_MAX, &error);
    } else if (!strcmp(name, "wait") || !strcmp(name, "wait-flag")) {
        wait_for_value(find(key, strlen(name) > 4), value);
    } else if (!strcmp(name, "observe")) {
        entry *entry = find(key, false);
        entry->observer = tuner_on_change(entry->value, collect, entry);
    } else if (!strcmp(name, "observed")) {
        entry *entry = find(key, false);
        pthread_mutex_lock(&mutex);
        while (!entry->count || !is_text(entry->collected[entry->count - 1], value))
            pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
    } else if (!strcmp(name, "collected")) {
        entry *entry = find(key, false);
        pthread_mutex_lock(&mutex);
        printf("{\"gives\":[");
        for (int index = 0; index < entry->count; index++) printf("%s%s", index ? "," : "", entry->collected[index]);
        printf("]}\n");
        pthread_mutex_unlock(&mutex);
        return;
    } else if (!strcmp(name, "set")) {
        code = write_value(key, value, NULL, &error);
    } else if (!strcmp(name, "reset")) {
        entry *entry = find(key, false);
        code = entry ? tuner_reset(entry->value, &error) : call("tunables.reset", key->string, NULL, NULL, &error);
    } else if (!strcmp(name, "update")) {
        tuner_update *update = tuner_update_begin(client());
        for (const json *member = key->first; member && code == TUNER_OK; member = member->next)
            code = write_value(member, member->first, update, &error);
        if (code == TUNER_OK) code = tuner_update_send(update, &error);
        else tuner_update_cancel(update);
    } else if (!strcmp(name, "try") || !strcmp(name, "keep") || !strcmp(name, "cancel")) {
        code = *name == 't' ? begin_try(key, value, &error) : end_try(key, &error);
    } else if (!strcmp(name, "snapshot")) {
        return snapshot(key);
    } else if (!strcmp(name, "value")) {
        code = call("tunables.get", key->string, NULL, &result, &error);
        json *tree = result ? json_read(result) : NULL;
        char *text = tree ? json_copy(json_member(tree, "value")) : NULL;
        tuner_free_text(result);
        json_free(tree);
        finish(code, &error, text);
        free(text);
        return;
    } else if (!strcmp(name, "connection")) {
        wait_for_connection(!strcmp(key->string, "connected"));
    } else if (!strcmp(name, "fault")) {
        client();
        pthread_mutex_lock(&mutex);
        while (faults_taken == fault_count) pthread_cond_wait(&changed, &mutex);
        printf("{\"gives\":");
        json_print(faults[faults_taken], strlen(faults[faults_taken]));
        faults_taken++;
        printf("}\n");
        pthread_mutex_unlock(&mutex);
        return;
    } else if (!strcmp(name, "world")) {
        join(key);
    }
    finish(code, &error, result ? result : "null");
    free(result);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        json *operation = json_read(line);
        execute(line, operation);
        json_free(operation);
        fflush(stdout);
    }
    tuner_free(tuner);
    return 0;
}
