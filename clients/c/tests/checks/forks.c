#include "check.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

static tuner_client *tuner;
static tuner_value *number, *text, *written;

static void *read_in_child(void *unused) {
    char copy[64];
    CHECK(tuner_read_number(number) >= 2);
    CHECK(tuner_read_string(text, copy, sizeof copy) > 0);
    CHECK(tuner_get_number(tuner, "forks.number", 1) >= 2);
    return unused;
}

/* The child begins with the values of the parent, connects, writes, and receives changes. */
static void child(int number_of_child) {
    pthread_t threads[4];
    for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, read_in_child, NULL);
    for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(tuner_is_connected(tuner));
    SUCCEED(tuner_set_number(written, number_of_child, &error));
    CHECK(tuner_read_number(written) > 0);
    tuner_value *other = tuner_bool(tuner, "forks.other", true, NULL);
    CHECK(tuner_read_bool(other));
    tuner_free(tuner);
}

/* Returns the number of open sockets of this process. */
static int count_sockets(void) {
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[300], target[64] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        if (readlink(path, target, sizeof target - 1) > 0 && !strncmp(target, "socket:", 7)) count++;
    }
    closedir(directory);
    return count;
}

/* A child that uses no value has no connection: the daemon must see the end of the parent. */
static void closing(void) {
    int status;
    int before = count_sockets();
    tuner = tuner_new(NULL);
    number = tuner_number(tuner, "forks.number", 1, NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(count_sockets() == before + 1);
    pid_t process = fork();
    if (process == 0) _exit(count_sockets() == before ? 0 : 1);
    CHECK(waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    SUCCEED(tuner_set_number(number, 2, &error));
    tuner_free(tuner);
    CHECK(count_sockets() == before);
}

/* A child evaluates its flags in the context of the parent. */
static void context(void) {
    const char *rules = "{\"flags\":{\"forks.plan\":{\"state\":\"ENABLED\",\"defaultVariant\":\"off\","
                        "\"variants\":{\"on\":true,\"off\":false},"
                        "\"targeting\":{\"if\":[{\"==\":[{\"var\":\"plan\"},\"pro\"]},\"on\",\"off\"]}}}}";
    int status;
    tuner = tuner_new(NULL);
    SUCCEED(tuner_call(tuner, "flags.define", rules, NULL, &error));
    tuner_value *flag = tuner_flag_bool(tuner, "forks.plan", false, NULL);
    SUCCEED(tuner_set_context(tuner, "{\"plan\":\"free\"}", &error));
    SUCCEED(tuner_set_context(tuner, "{\"plan\":\"pro\"}", &error));
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(tuner_read_bool(flag));
    pid_t process = fork();
    if (process == 0) {
        SUCCEED(tuner_ready(tuner, 60000, &error));
        _exit(tuner_read_bool(flag) ? 0 : 1);
    }
    CHECK(waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    tuner_free(tuner);
}

static int is_done;

static void *keep_reading(void *unused) {
    while (!__atomic_load_n(&is_done, __ATOMIC_ACQUIRE)) {
        tuner_snapshot_begin(tuner);
        tuner_read_number(number);
        tuner_snapshot_end(tuner);
        char key[32];
        snprintf(key, sizeof key, "forks.key%d", rand() % 50);
        tuner_get_number(tuner, key, 1);
    }
    return unused;
}

static void forking(void) {
    pthread_t reader;
    tuner = tuner_new(NULL);
    number = tuner_number(tuner, "forks.number", 1, NULL);
    written = tuner_number(tuner, "forks.written", 0, NULL);
    text = tuner_string(tuner, "forks.text", "a", NULL);
    SUCCEED(tuner_set_number(number, 2, &error));
    pthread_create(&reader, NULL, keep_reading, NULL);
    for (int index = 1; index <= 10; index++) {
        pid_t process = fork();
        if (process == 0) {
            child(index);
            _exit(0);
        }
        int status;
        SUCCEED(tuner_set_number(number, index + 2, &error));
        CHECK(waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
    pthread_join(reader, NULL);
    SUCCEED(tuner_ready(tuner, 60000, &error));
    CHECK(tuner_read_number(written) == 10);
    tuner_free(tuner);
}

const check fork_checks[] = {{"forking", forking}, {"closing", closing}, {"context", context}, {NULL, NULL}};
