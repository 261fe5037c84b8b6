#include "CTransfer.h"

#include "Curl.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

// The numbers of libcurl's interface that are used here. They are part of its binary interface.
enum {
    GLOBAL_DEFAULT = 3,
    // Options of a transfer. Numbers, pointers and functions have separate ranges.
    OPTION_POST = 47,
    OPTION_POSTFIELDSIZE = 60,
    OPTION_HTTP_VERSION = 84,
    OPTION_NOSIGNAL = 99,
    OPTION_TIMEOUT_MS = 155,
    OPTION_TCP_KEEPALIVE = 213,
    OPTION_WRITEDATA = 10001,
    OPTION_URL = 10002,
    OPTION_ERRORBUFFER = 10010,
    OPTION_POSTFIELDS = 10015,
    OPTION_USERAGENT = 10018,
    OPTION_HTTPHEADER = 10023,
    OPTION_HEADERDATA = 10029,
    OPTION_CAINFO = 10065,
    OPTION_CAPATH = 10097,
    OPTION_ACCEPT_ENCODING = 10102,
    OPTION_PRIVATE = 10103,
    OPTION_PROTOCOLS_STR = 10318,
    OPTION_WRITEFUNCTION = 20011,
    OPTION_HEADERFUNCTION = 20079,
    // Options of a set.
    SET_SOCKETFUNCTION = 20001,
    SET_SOCKETDATA = 10002,
    SET_TIMERFUNCTION = 20004,
    SET_TIMERDATA = 10005,
    INFO_PRIVATE = 0x100000 + 21,
    INFO_REDIRECT_URL = 0x100000 + 31,
    INFO_RESPONSE_CODE = 0x200000 + 2,
    HTTP_VERSION_1_1 = 2,
    MESSAGE_DONE = 1,
    POLL_REMOVE = 4,
    RESULT_WRITE_ERROR = 23,
    RESULT_TIMED_OUT = 28,
    SOCKET_TIMEOUT = -1,
    ERROR_ROOM = 256,
};

struct ctransfer_set {
    CURLM *multi;
    struct ctransfer_callbacks callbacks;
    void *context;
};

struct ctransfer {
    CURL *easy;
    struct ctransfer_set *set;
    uint64_t number;
    struct curl_slist *fields;
    void *body;
    int is_refused;
    char error[ERROR_ROOM];
};

static int watch(CURL *easy, int socket, int what, void *context, void *socket_context)
{
    (void)easy;
    (void)socket_context;
    struct ctransfer_set *set = context;
    set->callbacks.watch(set->context, socket, what == POLL_REMOVE ? 0 : what);
    return 0;
}

static int wait_for(CURLM *multi, long milliseconds, void *context)
{
    (void)multi;
    struct ctransfer_set *set = context;
    set->callbacks.wait(set->context, milliseconds);
    return 0;
}

static size_t receive_field(char *bytes, size_t size, size_t count, void *context)
{
    struct ctransfer *transfer = context;
    transfer->set->callbacks.field(transfer->set->context, transfer->number, bytes, size * count);
    return size * count;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context)
{
    struct ctransfer *transfer = context;
    if (size * count == 0)
        return 0;
    if (transfer->set->callbacks.body(transfer->set->context, transfer->number, bytes, size * count))
        return size * count;
    transfer->is_refused = 1;
    return 0;
}

struct ctransfer_set *ctransfer_set_new(struct ctransfer_callbacks callbacks, void *context)
{
    struct ctransfer_set *set = calloc(1, sizeof *set);
    if (!set || curl_fault() || curl.global_init(GLOBAL_DEFAULT) != 0 || !(set->multi = curl.multi_init())) {
        free(set);
        return NULL;
    }
    set->callbacks = callbacks;
    set->context = context;
    curl.multi_setopt(set->multi, SET_SOCKETFUNCTION, watch);
    curl.multi_setopt(set->multi, SET_SOCKETDATA, set);
    curl.multi_setopt(set->multi, SET_TIMERFUNCTION, wait_for);
    curl.multi_setopt(set->multi, SET_TIMERDATA, set);
    return set;
}

void ctransfer_set_free(struct ctransfer_set *set)
{
    curl.multi_cleanup(set->multi);
    free(set);
}

static void release(struct ctransfer *transfer)
{
    if (transfer->easy)
        curl.easy_cleanup(transfer->easy);
    curl.slist_free_all(transfer->fields);
    free(transfer->body);
    free(transfer);
}

static int prepare(struct ctransfer *transfer, const struct ctransfer_request *request)
{
    CURL *easy = transfer->easy = curl.easy_init();
    if (!easy)
        return 0;
    curl.easy_setopt(easy, OPTION_PRIVATE, transfer);
    curl.easy_setopt(easy, OPTION_ERRORBUFFER, transfer->error);
    curl.easy_setopt(easy, OPTION_WRITEFUNCTION, receive_body);
    curl.easy_setopt(easy, OPTION_WRITEDATA, transfer);
    curl.easy_setopt(easy, OPTION_HEADERFUNCTION, receive_field);
    curl.easy_setopt(easy, OPTION_HEADERDATA, transfer);
    // Without this, a time limit of the resolver would use a signal.
    curl.easy_setopt(easy, OPTION_NOSIGNAL, 1L);
    curl.easy_setopt(easy, OPTION_TCP_KEEPALIVE, 1L);
    curl.easy_setopt(easy, OPTION_TIMEOUT_MS, request->whole_milliseconds);
    if (request->accepts_compression)
        curl.easy_setopt(easy, OPTION_ACCEPT_ENCODING, "gzip");
    if (request->has_own_connection)
        curl.easy_setopt(easy, OPTION_HTTP_VERSION, (long)HTTP_VERSION_1_1);
    if (request->certificates) {
        curl.easy_setopt(easy, OPTION_CAPATH, NULL);
        if (curl.easy_setopt(easy, OPTION_CAINFO, request->certificates) != 0)
            return 0;
    }
    if (request->body) {
        if (!(transfer->body = malloc(request->body_count + 1)))
            return 0;
        memcpy(transfer->body, request->body, request->body_count);
        curl.easy_setopt(easy, OPTION_POST, 1L);
        curl.easy_setopt(easy, OPTION_POSTFIELDSIZE, (long)request->body_count);
        curl.easy_setopt(easy, OPTION_POSTFIELDS, transfer->body);
    }
    return curl.easy_setopt(easy, OPTION_URL, request->url) == 0
        && curl.easy_setopt(easy, OPTION_USERAGENT, request->agent) == 0
        && curl.easy_setopt(easy, OPTION_PROTOCOLS_STR, request->scheme) == 0;
}

struct ctransfer *ctransfer_new(struct ctransfer_set *set, uint64_t number, const struct ctransfer_request *request)
{
    struct ctransfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer)
        return NULL;
    transfer->set = set;
    transfer->number = number;
    if (prepare(transfer, request))
        return transfer;
    release(transfer);
    return NULL;
}

int ctransfer_add_field(struct ctransfer *transfer, const char *line)
{
    struct curl_slist *fields = curl.slist_append(transfer->fields, line);
    if (!fields)
        return 0;
    transfer->fields = fields;
    return 1;
}

int ctransfer_begin(struct ctransfer_set *set, struct ctransfer *transfer)
{
    curl.easy_setopt(transfer->easy, OPTION_HTTPHEADER, transfer->fields);
    if (curl.multi_add_handle(set->multi, transfer->easy) == 0)
        return 1;
    release(transfer);
    return 0;
}

void ctransfer_cancel(struct ctransfer_set *set, struct ctransfer *transfer)
{
    curl.multi_remove_handle(set->multi, transfer->easy);
    release(transfer);
}

static struct ctransfer_end end_of(struct ctransfer *transfer, int result)
{
    struct ctransfer_end end = {.reason = transfer->error[0] ? transfer->error : curl.easy_strerror(result)};
    curl.easy_getinfo(transfer->easy, INFO_RESPONSE_CODE, &end.status);
    char *redirect = NULL;
    curl.easy_getinfo(transfer->easy, INFO_REDIRECT_URL, &redirect);
    end.redirect = redirect;
    if (result == 0)
        end.outcome = CTRANSFER_DONE;
    else if (result == RESULT_TIMED_OUT)
        end.outcome = CTRANSFER_TIMED_OUT;
    else
        end.outcome = result == RESULT_WRITE_ERROR && transfer->is_refused ? CTRANSFER_REFUSED : CTRANSFER_FAILED;
    return end;
}

static void report_ends(struct ctransfer_set *set)
{
    int left;
    struct curl_message *message;
    while ((message = curl.multi_info_read(set->multi, &left))) {
        if (message->kind != MESSAGE_DONE)
            continue;
        // The message is invalid once its transfer has left the set.
        int result = message->data.result;
        CURL *easy = message->easy;
        char *private = NULL;
        curl.easy_getinfo(easy, INFO_PRIVATE, &private);
        struct ctransfer *transfer = (struct ctransfer *)private;
        curl.multi_remove_handle(set->multi, easy);
        set->callbacks.end(set->context, transfer->number, end_of(transfer, result));
        release(transfer);
    }
}

void ctransfer_ready(struct ctransfer_set *set, int socket, int readiness)
{
    int running;
    curl.multi_socket_action(set->multi, socket, readiness, &running);
    report_ends(set);
}

void ctransfer_time(struct ctransfer_set *set)
{
    ctransfer_ready(set, SOCKET_TIMEOUT, 0);
}

int ctransfer_duplicate(int socket)
{
    return fcntl(socket, F_DUPFD_CLOEXEC, 0);
}
