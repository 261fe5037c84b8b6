/* The tries of the driver: the library has them as calls of methods. */
#include "tries.h"
#include "entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of the newest try. */
static char *try_number;

tuner_code begin_try(const json *values, const json *seconds, tuner_error *error) {
    char *members = json_copy(values), *duration = json_copy(seconds), *params, *result = NULL;
    asprintf(&params, "{\"values\":%s,\"for\":%s}", members, duration);
    tuner_code code = tuner_call(client(), "tunables.try", params, &result, error);
    json *tree = result ? json_read(result) : NULL;
    if (tree) {
        free(try_number);
        try_number = json_copy(json_member(tree, "try"));
    }
    json_free(tree);
    tuner_free_text(result);
    free(params);
    free(duration);
    free(members);
    return code;
}

tuner_code end_try(const json *reason, tuner_error *error) {
    char *text = reason ? json_copy(reason) : NULL, *params;
    if (text) asprintf(&params, "{\"try\":%s,\"reason\":%s}", try_number, text);
    else asprintf(&params, "{\"try\":%s}", try_number);
    const char *method = text ? "tunables.cancel" : "tunables.confirm";
    tuner_code code = tuner_call(client(), method, params, NULL, error);
    free(params);
    free(text);
    return code;
}
