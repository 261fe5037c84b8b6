#include "Curl.h"

#include "CTransfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef __APPLE__
static const char library_name[] = "libcurl.4.dylib";
#else
static const char library_name[] = "libcurl.so.4";
#endif

struct curl_functions curl;

static char fault[512];

#define FUNCTION(name) {"curl_" #name, &curl.name}

static const struct {
    const char *name;
    void *address;
} functions[] = {
    FUNCTION(global_init),
    FUNCTION(easy_init),
    FUNCTION(easy_cleanup),
    FUNCTION(easy_setopt),
    FUNCTION(easy_getinfo),
    FUNCTION(easy_strerror),
    FUNCTION(slist_append),
    FUNCTION(slist_free_all),
    FUNCTION(multi_init),
    FUNCTION(multi_cleanup),
    FUNCTION(multi_setopt),
    FUNCTION(multi_add_handle),
    FUNCTION(multi_remove_handle),
    FUNCTION(multi_socket_action),
    FUNCTION(multi_info_read),
};

static void load(void)
{
    void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(fault, sizeof fault, "%s", dlerror());
        return;
    }
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *function = dlsym(library, functions[index].name);
        if (!function) {
            snprintf(fault, sizeof fault, "%s has no %s", library_name, functions[index].name);
            return;
        }
        // A copy of the bytes: C has no conversion of this pointer.
        memcpy(functions[index].address, &function, sizeof function);
    }
}

const char *curl_fault(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault[0] ? fault : NULL;
}

const char *ctransfer_fault(void)
{
    return curl_fault();
}
