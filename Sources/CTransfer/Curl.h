#pragma once

// The functions of libcurl that are used here. `curl_fault` loads the library, so that a program without it can print how to
// install it. They are declared here, because a machine can have the library without its headers.

typedef void CURL;
typedef void CURLM;
struct curl_slist;

struct curl_message {
    int kind;
    CURL *easy;
    union {
        void *other;
        int result;
    } data;
};

struct curl_functions {
    int (*global_init)(long flags);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    int (*easy_setopt)(CURL *easy, int option, ...);
    int (*easy_getinfo)(CURL *easy, int info, ...);
    const char *(*easy_strerror)(int code);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
    CURLM *(*multi_init)(void);
    int (*multi_cleanup)(CURLM *multi);
    int (*multi_setopt)(CURLM *multi, int option, ...);
    int (*multi_add_handle)(CURLM *multi, CURL *easy);
    int (*multi_remove_handle)(CURLM *multi, CURL *easy);
    int (*multi_socket_action)(CURLM *multi, int socket, int events, int *running);
    struct curl_message *(*multi_info_read)(CURLM *multi, int *left);
};

extern struct curl_functions curl;

// Loads the library at the first call. Returns NULL, or why the library cannot be used.
const char *curl_fault(void);
