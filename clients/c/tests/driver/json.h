/* A small reader of JSON for the tests: a tree, without checks of what the player of the vectors never sends. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

typedef struct json {
    json_kind kind;
    bool boolean;
    double number;
    char *string;           /* a string, or the name of a member of an object */
    const char *text;       /* the text of the value in the source */
    size_t length;          /* the length of that text */
    struct json *first;     /* the first element, or the first member's name, whose `first` is its value */
    struct json *next;      /* the next element or member */
} json;

/* Returns the tree of a text, which must stay in memory. */
json *json_read(const char *text);
void json_free(json *value);

/* Returns an element of an array, or NULL. */
const json *json_at(const json *array, int index);
/* Returns a member of an object, or NULL. */
const json *json_member(const json *object, const char *name);
/* Returns whether two values are equal: 1 equals 1.0, and the order of members has no meaning. */
bool json_equal(const json *left, const json *right);
/* Returns a copy of the text of a value, which the caller frees. */
char *json_copy(const json *value);
/* Prints a string as JSON. */
void json_print(const char *string, size_t length);

#endif
