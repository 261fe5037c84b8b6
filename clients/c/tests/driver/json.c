#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip(const char *at) { return at + strspn(at, " \t\r\n"); }

static char *append_character(char *end, unsigned long code) {
    if (code < 0x80) {
        *end++ = (char)code;
    } else if (code < 0x800) {
        *end++ = (char)(0xC0 | code >> 6);
        *end++ = (char)(0x80 | (code & 0x3F));
    } else {
        if (code >= 0x10000) {
            *end++ = (char)(0xF0 | code >> 18);
            *end++ = (char)(0x80 | (code >> 12 & 0x3F));
        } else {
            *end++ = (char)(0xE0 | code >> 12);
        }
        *end++ = (char)(0x80 | (code >> 6 & 0x3F));
        *end++ = (char)(0x80 | (code & 0x3F));
    }
    return end;
}

static unsigned long read_unit(const char *digits) {
    char copy[5] = {digits[0], digits[1], digits[2], digits[3], 0};
    return strtoul(copy, NULL, 16);
}

/* Reads a string after its quote, and returns what follows. */
static const char *read_string(const char *at, char **string) {
    char *end = *string = malloc(strlen(at) + 1);
    for (; *at && *at != '"'; at++) {
        if (*at != '\\') {
            *end++ = *at;
            continue;
        }
        const char *escapes = "b\bf\fn\nr\rt\t";
        const char *escape = strchr(escapes, *++at);
        if (*at == 'u') {
            unsigned long code = read_unit(at + 1);
            at += 4;
            if (code >= 0xD800 && code < 0xDC00) {
                code = 0x10000 + ((code - 0xD800) << 10) + (read_unit(at + 3) - 0xDC00);
                at += 6;
            }
            end = append_character(end, code);
        } else {
            *end++ = escape ? escape[1] : *at;
        }
    }
    *end = 0;
    return at + 1;
}

static const char *read_value(const char *at, json **value);

/* Reads elements or members up to a closing character, and returns what follows. */
static const char *read_list(const char *at, json *list, char close) {
    json **last = &list->first;
    for (at = skip(at); *at && *at != close; at = skip(at)) {
        at = read_value(at, last);
        if (close == '}') at = read_value(skip(skip(at) + 1), &(*last)->first);
        last = &(*last)->next;
        at = skip(at);
        if (*at == ',') at++;
    }
    return at + 1;
}

static const char *read_value(const char *at, json **value) {
    json *new = *value = calloc(1, sizeof(json));
    new->text = at = skip(at);
    switch (*at) {
    case '"':
        new->kind = JSON_STRING;
        at = read_string(at + 1, &new->string);
        break;
    case '[':
        new->kind = JSON_ARRAY;
        at = read_list(at + 1, new, ']');
        break;
    case '{':
        new->kind = JSON_OBJECT;
        at = read_list(at + 1, new, '}');
        break;
    case 't':
    case 'f':
        new->kind = JSON_BOOL;
        new->boolean = *at == 't';
        at += new->boolean ? 4 : 5;
        break;
    case 'n':
        at += 4;
        break;
    default: {
        char *end;
        new->kind = JSON_NUMBER;
        new->number = strtod(at, &end);
        at = end > at ? end : at + 1;
    }
    }
    new->length = (size_t)(at - new->text);
    return at;
}

json *json_read(const char *text) {
    json *value;
    read_value(text, &value);
    return value;
}

void json_free(json *value) {
    while (value) {
        json *next = value->next;
        json_free(value->first);
        free(value->string);
        free(value);
        value = next;
    }
}

const json *json_at(const json *array, int index) {
    const json *element = array->first;
    while (element && index--) element = element->next;
    return element;
}

const json *json_member(const json *object, const char *name) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const json *member = object->first; member; member = member->next)
        if (!strcmp(member->string, name)) return member->first;
    return NULL;
}

bool json_equal(const json *left, const json *right) {
    int count = 0;
    if (left->kind != right->kind) return false;
    switch (left->kind) {
    case JSON_NULL: return true;
    case JSON_BOOL: return left->boolean == right->boolean;
    case JSON_NUMBER: return left->number == right->number;
    case JSON_STRING: return !strcmp(left->string, right->string);
    case JSON_ARRAY:
        left = left->first;
        right = right->first;
        for (; left && right; left = left->next, right = right->next)
            if (!json_equal(left, right)) return false;
        return !left && !right;
    case JSON_OBJECT:
        for (const json *member = left->first; member; member = member->next, count++) {
            const json *other = json_member(right, member->string);
            if (!other || !json_equal(member->first, other)) return false;
        }
        for (const json *member = right->first; member; member = member->next) count--;
        return count == 0;
    }
    return false;
}

char *json_copy(const json *value) {
    char *copy = malloc(value->length + 1);
    memcpy(copy, value->text, value->length);
    copy[value->length] = 0;
    return copy;
}

void json_print(const char *string, size_t length) {
    putchar('"');
    for (size_t index = 0; index < length; index++) {
        unsigned char byte = (unsigned char)string[index];
        if (byte == '"' || byte == '\\') {
            printf("\\%c", byte);
        } else if (byte < 0x20) {
            printf("\\u%04x", byte);
        } else {
            putchar(byte);
        }
    }
    putchar('"');
}
