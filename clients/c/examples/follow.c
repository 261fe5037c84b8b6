/* Follows a value in a terminal:
 *
 *     cc follow.c $(pkg-config --cflags --libs tuner) -o follow && ./follow
 *     tunerctl set demo.width 20
 *
 * With a number, the program ends after so many lines.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <tuner.h>

static int lines;

static void draw(tuner_value *width, void *user) {
    (void)user;
    int count = (int)tuner_read_integer(width);
    for (int index = 0; index < count; index++) putchar('*');
    printf(" %d\n", count);
    fflush(stdout);
    lines++;
}

int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : -1;
    tuner_client *tuner = tuner_new(&(tuner_options){.name = "follow", .callbacks = TUNER_CALLBACKS_ON_POLL});
    tuner_value *width = tuner_integer(tuner, "demo.width", 10, &(tuner_spec){.max = 60});
    draw(width, NULL);
    tuner_on_change(width, draw, NULL);
    while (lines != most) {
        struct pollfd waited = {.fd = tuner_poll_fd(tuner), .events = POLLIN};
        poll(&waited, 1, -1);
        tuner_poll(tuner);
    }
    tuner_free(tuner);
    return 0;
}
