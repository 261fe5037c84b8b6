/* What the program of a vector has declared. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include "json.h"

#include <tuner.h>

/* A declaration. */
typedef struct entry {
    char *line; /* the operation, for a declaration with another client */
    json *operation;
    const char *key;
    bool is_flag;
    json_kind kind;
    bool is_integer;
    tuner_value *value;
    tuner_observer *observer;
    char *collected[1000]; /* what the callback has read, as JSON */
    int count;
    struct entry *next;
} entry;


/* All declarations, the newest first. */
extern entry *entries;

/* Returns the client, which the first call creates. */
tuner_client *client(void);

/* Returns the declaration of a key, or NULL. */
entry *find(const json *key, bool is_flag);
/* Adds the declaration of an operation. */
void add(const char *line, bool is_flag);
/* Declares an entry in the client. */
void declare(entry *entry);
/* Returns the present value as JSON text, which the caller frees. */
char *read_text(const entry *entry);

#endif
