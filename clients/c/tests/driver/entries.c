#include "entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

entry *entries;

entry *find(const json *key, bool is_flag) {
    entry *found = entries;
    while (found && (strcmp(found->key, key->string) || found->is_flag != is_flag)) found = found->next;
    return found;
}

char *read_text(const entry *entry) {
    char *text = NULL;
    if (entry->kind == JSON_NUMBER && entry->is_integer) {
        asprintf(&text, "%lld", (long long)tuner_read_integer(entry->value));
    } else if (entry->kind == JSON_NUMBER) {
        asprintf(&text, "%.17g", tuner_read_number(entry->value));
    } else if (entry->kind == JSON_BOOL) {
        asprintf(&text, "%s", tuner_read_bool(entry->value) ? "true" : "false");
    } else {
        size_t length;
        tuner_snapshot_begin(client());
        const char *raw = tuner_borrow_string(entry->value, &length);
        if (entry->kind == JSON_STRING) {
            size_t size;
            FILE *real = stdout, *memory = open_memstream(&text, &size);
            stdout = memory;
            json_print(raw, length);
            stdout = real;
            fclose(memory);
        } else {
            text = strdup(raw);
        }
        tuner_snapshot_end(client());
    }
    return text;
}

void declare(entry *entry) {
    const json *fallback = json_at(entry->operation, 2), *more = json_at(entry->operation, 3);
    const char *choices[] = {"low", "medium", "high", NULL};
    const json *least = json_member(more, "min"), *most = json_member(more, "max"), *step = json_member(more, "step");
    const json *unit = json_member(more, "unit"), *description = json_member(more, "description");
    tuner_spec spec = {
        .min = least ? least->number : most ? -1.0 / 0.0 : 0,
        .max = most ? most->number : least ? 1.0 / 0.0 : 0,
        .step = step ? step->number : 0,
        .choices = json_member(more, "enum") ? choices : NULL,
        .unit = unit ? unit->string : NULL,
        .description = description ? description->string : NULL,
    };
    char *text = json_copy(fallback), *context = more ? json_copy(more) : NULL;
    const char *key = entry->key;
    tuner_client *tuner = client();
    switch (fallback->kind) {
    case JSON_NUMBER:
        if (entry->is_flag) entry->value = tuner_flag_number(tuner, key, fallback->number, context);
        else if (entry->is_integer) entry->value = tuner_integer(tuner, key, (int64_t)fallback->number, &spec);
        else entry->value = tuner_number(tuner, key, fallback->number, &spec);
        break;
    case JSON_BOOL:
        entry->value = entry->is_flag ? tuner_flag_bool(tuner, key, fallback->boolean, context)
                                      : tuner_bool(tuner, key, fallback->boolean, &spec);
        break;
    case JSON_STRING:
        entry->value = entry->is_flag ? tuner_flag_string(tuner, key, fallback->string, context)
                                      : tuner_string(tuner, key, fallback->string, &spec);
        break;
    default:
        entry->value =
            entry->is_flag ? tuner_flag_json(tuner, key, text, context) : tuner_json(tuner, key, text, &spec);
    }
    free(text);
    free(context);
}

void add(const char *line, bool is_flag) {
    entry *new = calloc(1, sizeof(entry));
    new->line = strdup(line);
    new->operation = json_read(new->line);
    new->key = json_at(new->operation, 1)->string;
    new->is_flag = is_flag;
    new->kind = json_at(new->operation, 2)->kind;
    const json *type = is_flag ? NULL : json_member(json_at(new->operation, 3), "type");
    new->is_integer = type && !strcmp(type->string, "integer");
    declare(new);
    new->next = entries;
    entries = new;
}
