#include "cpage.h"

// The compiler reads the files, and compiles this file again when one of them has changed. Its older versions warn that
// `#embed` is new in C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char durations_js[] = {
#embed "files/durations.js"
};
static const unsigned char groups_js[] = {
#embed "files/groups.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};
static const unsigned char index_html[] = {
#embed "files/index.html"
};
static const unsigned char json_js[] = {
#embed "files/json.js"
};
static const unsigned char main_js[] = {
#embed "files/main.js"
};
static const unsigned char numbers_js[] = {
#embed "files/numbers.js"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};

#define FILE(name, bytes) { name, bytes, sizeof bytes }

static const struct cpage_file files[] = {
    FILE("durations.js", durations_js),
    FILE("groups.js", groups_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("json.js", json_js),
    FILE("main.js", main_js),
    FILE("numbers.js", numbers_js),
    FILE("page.css", page_css),
};

struct cpage_file cpage_file_at(size_t index) {
    if (index < sizeof files / sizeof *files) {
        return files[index];
    }
    return (struct cpage_file) { NULL, NULL, 0 };
}
