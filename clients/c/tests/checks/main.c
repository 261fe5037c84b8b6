#include "check.h"

int checks;

void bell_ring(bell *bell) {
    pthread_mutex_lock(&bell->mutex);
    bell->count++;
    pthread_cond_broadcast(&bell->condition);
    pthread_mutex_unlock(&bell->mutex);
}

void bell_wait(bell *bell, int count) {
    pthread_mutex_lock(&bell->mutex);
    while (bell->count < count) pthread_cond_wait(&bell->condition, &bell->mutex);
    pthread_mutex_unlock(&bell->mutex);
}

/* Runs the check of a name, or prints the names of all checks. */
int main(int argc, char **argv) {
    const check *lists[] = {value_checks, key_checks, snapshot_checks, callback_checks, fork_checks, posting_checks};
    for (size_t index = 0; index < sizeof lists / sizeof *lists; index++) {
        for (const check *check = lists[index]; check->name; check++) {
            if (argc < 2) {
                printf("%s\n", check->name);
            } else if (!strcmp(check->name, argv[1])) {
                check->function();
                printf("ok: %d checks\n", checks);
                return 0;
            }
        }
    }
    return argc < 2 ? 0 : 2;
}
