/* Live constants and feature flags of tunerd, for C and each language that calls C.
 *
 *     #include <tuner.h>
 *     double scale = tuner_get_number(tuner_shared(), "ui.scale", 1.0);
 *
 * Link with -ltuner. All text is UTF-8. Any thread may call any function, unless its comment says otherwise.
 * Only tuner_ready, tuner_call, tuner_reset, tuner_update_send and the functions that set a value (tuner_set_number,
 * _integer, _bool, _string, _json) wait for the daemon. tuner_post_* and tuner_update_post write without waiting.
 */
#ifndef TUNER_H
#define TUNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A connection to the daemon, with the values that the daemon sends. */
typedef struct tuner_client tuner_client;
/* A declared tunable or flag. It lives as long as its client. */
typedef struct tuner_value tuner_value;
/* Several new values, which the daemon stores in one commit. */
typedef struct tuner_update tuner_update;
/* A callback that was added. */
typedef struct tuner_observer tuner_observer;

/* ---- Errors ---- */

typedef enum tuner_code {
    TUNER_OK = 0,
    TUNER_NOT_CONNECTED = 1,   /* there is no connection, and nothing has changed */
    TUNER_OUTCOME_UNKNOWN = 2, /* no response arrived: the value may or may not have changed */
    TUNER_REFUSED = 3,         /* the daemon refused the request; `kind` and `data` say why */
    TUNER_NOT_READY = 4,       /* tuner_ready has timed out, or a declaration cannot be sent, such as one that is too long */
    TUNER_INVALID = 5,         /* an argument is wrong, such as text that is not UTF-8; nothing was sent */
    TUNER_OVERLOADED = 6       /* more than 8 MiB of requests, or 1,000 posted writes, wait; nothing was sent */
} tuner_code;

/* Why a call has failed. Each function that takes one sets all members; after success they are 0. Every function
 * accepts NULL instead. The caller passes a failed one to tuner_error_clear. */
typedef struct tuner_error {
    tuner_code code;
    char *message; /* one sentence for people */
    char *kind;    /* the daemon's name of the reason, such as "outOfRange"; NULL unless the code is TUNER_REFUSED */
    char *data;    /* the daemon's facts, as a JSON object; NULL unless the code is TUNER_REFUSED */
} tuner_error;

/* Frees the text of an error, and sets all members to 0. */
void tuner_error_clear(tuner_error *error);

/* ---- Clients ---- */

typedef enum tuner_callbacks {
    TUNER_CALLBACKS_ON_THREAD = 0, /* the client calls back on a separate thread */
    TUNER_CALLBACKS_ON_POLL = 1    /* the client calls back inside of tuner_poll only */
} tuner_callbacks;

/* The options of a client. Each member may be 0. */
typedef struct tuner_options {
    const char *name;        /* the name of the program in the daemon's history; NULL: the name of its file */
    const char *socket;      /* the path of the daemon's socket; NULL: $TUNER_SOCKET, else the default path */
    const char *values_file; /* a file that keeps the last values for a start without a daemon; NULL: none */
    const char *world;       /* the name of a world to join; NULL: $TUNER_WORLD; "": none */
    tuner_callbacks callbacks;
    /* Receives each problem that the program can run with, and each posted write that has failed; NULL: the client
     * prints it to standard error. The text is valid until the callback returns. It follows the rules of all callbacks;
     * see `callbacks`. */
    void (*on_fault)(const char *text, void *user);
    void *user; /* what on_fault receives */
} tuner_options;

/* Returns the client with the default options that all code of this program shares. Do not free it. */
tuner_client *tuner_shared(void);

/* Creates a client, which starts to connect in the background. `options` may be NULL. Returns NULL if a text is not
 * UTF-8. */
tuner_client *tuner_new(const tuner_options *options);

/* Closes a client and frees it, its values and its observers. No callback runs after the return. Send, post or
 * cancel all updates before this call. No other thread may use the client during or after it. A callback may free its own
 * client. Does nothing with NULL and with the shared client. */
void tuner_free(tuner_client *tuner);

/* Waits until the daemon has accepted all declarations and has sent their values, at most so many milliseconds. Only a
 * program that cannot start with its defaults needs this. */
tuner_code tuner_ready(tuner_client *tuner, int64_t milliseconds, tuner_error *error);

/* Returns whether the client is connected. */
bool tuner_is_connected(const tuner_client *tuner);

/* Returns the version of the library, such as "1.2.3". */
const char *tuner_version(void);

/* ---- Values in one line: the first call with a key declares it with this default ---- */

double tuner_get_number(tuner_client *tuner, const char *key, double fallback);
int64_t tuner_get_integer(tuner_client *tuner, const char *key, int64_t fallback);
bool tuner_get_bool(tuner_client *tuner, const char *key, bool fallback);
/* Copies a text as tuner_read_string does. */
size_t tuner_get_string(tuner_client *tuner, const char *key, const char *fallback, char *buffer, size_t size);
/* Returns the value of a boolean feature flag. */
bool tuner_get_flag(tuner_client *tuner, const char *key, bool fallback);

/* ---- Declarations ---- */

/* What the daemon knows of a tunable besides its key, its type and its default. Each member may be 0. */
typedef struct tuner_spec {
    /* The smallest and the largest number; both 0: no limits; an infinity: no limit on this side. */
    double min, max;
    double step;                /* the distance between legal numbers; 0: none */
    bool logarithmic;           /* whether tools divide the range by equal factors */
    bool secret;                /* whether tools hide the value */
    const char *const *choices; /* the legal texts, with NULL at the end */
    const char *unit;           /* such as "ms" */
    const char *description;    /* one sentence for people */
    const char *group;          /* a heading in lists */
    const char *more;           /* other keywords of protocol.md, as a JSON object: "{\"maxLength\":40}" */
} tuner_spec;

/* Each of these declares a tunable with its default; `spec` may be NULL. The same declaration returns the same value.
 * Declare a key once, and keep the result. The key, the default and the spec are copied. Returns NULL only if an
 * argument cannot be used: it is NULL, not UTF-8, no JSON, or a number that is not finite. A key that the daemon
 * refuses has its default. */
tuner_value *tuner_number(tuner_client *tuner, const char *key, double fallback, const tuner_spec *spec);
tuner_value *tuner_integer(tuner_client *tuner, const char *key, int64_t fallback, const tuner_spec *spec);
tuner_value *tuner_bool(tuner_client *tuner, const char *key, bool fallback, const tuner_spec *spec);
tuner_value *tuner_string(tuner_client *tuner, const char *key, const char *fallback, const tuner_spec *spec);
/* Declares an array, an object, or another value, as JSON text. */
tuner_value *tuner_json(tuner_client *tuner, const char *key, const char *fallback, const tuner_spec *spec);

/* Each of these declares a feature flag, which the functions below read, observe and override as a tunable. `context`
 * is a JSON object with the attributes that targeting rules compare; NULL is an empty one. */
tuner_value *tuner_flag_bool(tuner_client *tuner, const char *key, bool fallback, const char *context);
tuner_value *tuner_flag_number(tuner_client *tuner, const char *key, double fallback, const char *context);
tuner_value *tuner_flag_string(tuner_client *tuner, const char *key, const char *fallback, const char *context);
tuner_value *tuner_flag_json(tuner_client *tuner, const char *key, const char *fallback, const char *context);

/* Replaces the attributes that all flags of the client are evaluated with, in addition to their own. */
tuner_code tuner_set_context(tuner_client *tuner, const char *context, tuner_error *error);

/* ---- Reads: they never wait, and take some nanoseconds ---- */

/* Each of these returns the present value. A value that was declared as another type, or NULL, gives 0 or false; a
 * number can be read from an integer. */
double tuner_read_number(const tuner_value *value);
int64_t tuner_read_integer(const tuner_value *value);
bool tuner_read_bool(const tuner_value *value);

/* Copies a string, or the text of a JSON value, with a 0 at its end, and at most `size` bytes. A text that is too long
 * is cut between two characters. Returns the length of the whole text in bytes, without the 0, as snprintf does. */
size_t tuner_read_string(const tuner_value *value, char *buffer, size_t size);

/* Returns a string, or the text of a JSON value, without a copy. The text is valid until the end of this thread's
 * snapshot. Outside of a snapshot this returns NULL. `length` may be NULL. */
const char *tuner_borrow_string(const tuner_value *value, size_t *length);

/* Returns the key of a value. */
const char *tuner_key(const tuner_value *value);

/* After tuner_snapshot_begin, this thread reads the values of one moment. New values arrive at tuner_snapshot_end.
 * Snapshots can be nested. Keep them short: old values stay in memory meanwhile. */
void tuner_snapshot_begin(tuner_client *tuner);
void tuner_snapshot_end(tuner_client *tuner);

/* ---- Writes: they wait until the daemon has stored the value, at most 10 seconds ---- */

tuner_code tuner_set_number(tuner_value *value, double number, tuner_error *error);
tuner_code tuner_set_integer(tuner_value *value, int64_t integer, tuner_error *error);
tuner_code tuner_set_bool(tuner_value *value, bool boolean, tuner_error *error);
tuner_code tuner_set_string(tuner_value *value, const char *text, tuner_error *error);
tuner_code tuner_set_json(tuner_value *value, const char *json, tuner_error *error);

/* Removes the value that was set: the key has the value of a layer or its default again. For a flag, removes the
 * override. */
tuner_code tuner_reset(tuner_value *value, tuner_error *error);

/* Begins an update of several tunables. One thread at a time may use it. */
tuner_update *tuner_update_begin(tuner_client *tuner);
tuner_code tuner_update_number(tuner_update *update, tuner_value *value, double number, tuner_error *error);
tuner_code tuner_update_integer(tuner_update *update, tuner_value *value, int64_t integer, tuner_error *error);
tuner_code tuner_update_bool(tuner_update *update, tuner_value *value, bool boolean, tuner_error *error);
tuner_code tuner_update_string(tuner_update *update, tuner_value *value, const char *text, tuner_error *error);
tuner_code tuner_update_json(tuner_update *update, tuner_value *value, const char *json, tuner_error *error);
/* Sends all values of an update, which the daemon stores together or not at all. Frees the update. */
tuner_code tuner_update_send(tuner_update *update, tuner_error *error);
/* Frees an update without sending it. */
void tuner_update_cancel(tuner_update *update);

/* ---- Writes that do not wait, for game loops ---- */

/* Each of these sends a value, and returns before the daemon has stored it. The program reads the new value at once, and
 * the daemon's value again if the write fails. The code says only whether an argument is wrong, or whether too many
 * posted writes have no response yet.
 *
 * A write that fails later is a fault: on_fault receives the key and the reason, such as the daemon's sentence. The
 * client reports a repeated failure once for each key, until a posted write of the key succeeds. The daemon receives all writes of a thread
 * in order. So a later write that waits also waits for the posted ones. tuner_free does not wait for them. */
tuner_code tuner_post_number(tuner_value *value, double number, tuner_error *error);
tuner_code tuner_post_integer(tuner_value *value, int64_t integer, tuner_error *error);
tuner_code tuner_post_bool(tuner_value *value, bool boolean, tuner_error *error);
tuner_code tuner_post_string(tuner_value *value, const char *text, tuner_error *error);
tuner_code tuner_post_json(tuner_value *value, const char *json, tuner_error *error);
/* Posts a write as tuner_reset does it. */
tuner_code tuner_post_reset(tuner_value *value, tuner_error *error);
/* Posts all values of an update, which the daemon stores together or not at all. Frees the update. */
tuner_code tuner_update_post(tuner_update *update, tuner_error *error);

/* Calls a method of the daemon. `params` is a JSON object; NULL is an empty one. Sets `result` to JSON text, which the
 * caller passes to tuner_free_text, or to NULL after a failure. `result` may be NULL. */
tuner_code tuner_call(tuner_client *tuner, const char *method, const char *params, char **result, tuner_error *error);
void tuner_free_text(char *text);

/* ---- Callbacks: one at a time for each client, and never inside of a read ---- */

/* Adds a callback that runs after each change of a value. It reads the value itself, and may call any function. Several
 * changes in short time can be one call. After the callback has returned, the client reports the value as applied.
 * Returns NULL if an argument is NULL. */
tuner_observer *tuner_on_change(tuner_value *value, void (*changed)(tuner_value *value, void *user), void *user);

/* Adds a callback that runs when the connection is lost, or has been made again. */
tuner_observer *tuner_on_connection(
    tuner_client *tuner, void (*changed)(tuner_client *tuner, bool is_connected, void *user), void *user);

/* Removes a callback. After the return it does not run, and will not run again. So this waits for a running callback,
 * unless the callback itself calls this. Does nothing with NULL. */
void tuner_observer_free(tuner_observer *observer);

/* Runs the due callbacks on this thread, and returns their number. For a client with TUNER_CALLBACKS_ON_POLL. Inside of
 * a callback it does nothing. */
int tuner_poll(tuner_client *tuner);

/* Returns a file descriptor for poll, epoll and select, which is readable when a callback is due. It belongs to the
 * client: do not read or close it. Returns -1 for a client without TUNER_CALLBACKS_ON_POLL. */
int tuner_poll_fd(const tuner_client *tuner);

#ifdef __cplusplus
}
#endif

#endif
