#ifndef CPAGE_H
#define CPAGE_H

// The files of the page that tunerweb serves, inside the program.

#include <stddef.h>

struct cpage_file {
    // The name, which is also the end of the file's URL.
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

// Returns the file with a number from 0 on; the name is NULL after the last one.
struct cpage_file cpage_file_at(size_t index);

#endif
