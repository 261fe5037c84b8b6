// Follows a value in a terminal:
//
//	go build follow.go && ./follow
//	tunerctl set demo.width 20
//
// With a number, it ends after so many lines.
package main

/*
#cgo pkg-config: tuner
#include <poll.h>
#include <stdlib.h>
#include <tuner.h>

static int changes;
static void note(tuner_value *value, void *user) { changes++; }

static tuner_client *begin(void) {
	tuner_options options = {.name = "follow", .callbacks = TUNER_CALLBACKS_ON_POLL};
	return tuner_new(&options);
}
static void follow(tuner_value *value) { tuner_on_change(value, note, NULL); }

// Waits until a value has changed.
static void wait_for_change(tuner_client *tuner) {
	for (changes = 0; changes == 0; tuner_poll(tuner)) {
		struct pollfd waited = {tuner_poll_fd(tuner), POLLIN, 0};
		poll(&waited, 1, -1);
	}
}
*/
import "C"

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"unsafe"
)

func main() {
	most := -1
	if len(os.Args) > 1 {
		most, _ = strconv.Atoi(os.Args[1])
	}
	key := C.CString("demo.width")
	defer C.free(unsafe.Pointer(key))
	tuner := C.begin()
	defer C.tuner_free(tuner)
	width := C.tuner_integer(tuner, key, 10, &C.tuner_spec{max: 60})
	C.follow(width)
	for lines := 0; lines != most; lines++ {
		if lines > 0 {
			C.wait_for_change(tuner)
		}
		count := int(C.tuner_read_integer(width))
		fmt.Println(strings.Repeat("*", count), count)
	}
}
