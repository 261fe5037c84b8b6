#pragma once

#include <stddef.h>
#include <stdint.h>

// HTTP transfers by libcurl, for an event loop of the caller. All functions and callbacks run on the thread of that loop.

struct ctransfer_set;
struct ctransfer;

// How a transfer ended.
enum ctransfer_outcome {
    CTRANSFER_DONE,
    // No response in time.
    CTRANSFER_TIMED_OUT,
    // The callback `body` has ended the transfer.
    CTRANSFER_REFUSED,
    // Any other failure: `reason` has the sentence.
    CTRANSFER_FAILED,
};

struct ctransfer_end {
    enum ctransfer_outcome outcome;
    // The status of the response; 0 if there is none.
    long status;
    // The reason of a failure; valid during the callback.
    const char *reason;
    // The URL of a redirect, made absolute; NULL if there is none.
    const char *redirect;
};

struct ctransfer_callbacks {
    // Asks for the readiness of a socket: bit 0 to read, bit 1 to write; 0 means no longer.
    void (*watch)(void *context, int socket, int interest);
    // Asks for a call of `ctransfer_time` after a time; -1 means no call.
    void (*wait)(void *context, long milliseconds);
    // Passes a line of the header, with the status line first.
    void (*field)(void *context, uint64_t transfer, const char *bytes, size_t count);
    // Passes a piece of the body; returns 0 to end the transfer.
    int (*body)(void *context, uint64_t transfer, const char *bytes, size_t count);
    // Reports the end of a transfer, which does not exist any more.
    void (*end)(void *context, uint64_t transfer, struct ctransfer_end end);
};

struct ctransfer_request {
    const char *url;
    // The scheme that the request may use: "http" or "https".
    const char *scheme;
    const char *agent;
    // The path of a file with the certificates to trust; NULL for those of the system.
    const char *certificates;
    // A body for POST; NULL for GET.
    const void *body;
    size_t body_count;
    // The longest time of the whole transfer; 0 is no limit.
    long whole_milliseconds;
    int accepts_compression;
    // Whether the transfer uses HTTP/1.1, so that it never shares a connection with another one that has not ended.
    int has_own_connection;
};

// Loads libcurl at the first call. Returns NULL, or why libcurl cannot be used.
const char *ctransfer_fault(void);

// Returns NULL if there is no memory, or if libcurl cannot be used.
struct ctransfer_set *ctransfer_set_new(struct ctransfer_callbacks callbacks, void *context);
void ctransfer_set_free(struct ctransfer_set *set);

// Prepares a transfer; `number` identifies it in callbacks. Returns NULL if there is no memory.
struct ctransfer *ctransfer_new(struct ctransfer_set *set, uint64_t number, const struct ctransfer_request *request);
// Adds a field to the header of the request; returns 0 if there is no memory.
int ctransfer_add_field(struct ctransfer *transfer, const char *line);
// Begins the transfer, which exists until `end` was called; returns 0 if that failed, and then frees it.
int ctransfer_begin(struct ctransfer_set *set, struct ctransfer *transfer);
// Ends a transfer without a call of `end`. Must not be called inside of a callback.
void ctransfer_cancel(struct ctransfer_set *set, struct ctransfer *transfer);

// The socket has become ready: bit 0 to read, bit 1 to write, bit 2 for an error.
void ctransfer_ready(struct ctransfer_set *set, int socket, int readiness);
// The time of `wait` is over.
void ctransfer_time(struct ctransfer_set *set);

// Returns another descriptor for the same socket, or -1.
int ctransfer_duplicate(int socket);
