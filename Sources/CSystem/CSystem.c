#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/syscall.h>
extern char **environ;
#else
// Not tested on macOS: this branch and the others without __linux__ are written from Apple's published sources.
#include <crt_externs.h>
#include <libproc.h>
#include <mach-o/dyld.h>
#include <sys/event.h>
#include <sys/proc.h>

// A dynamic library cannot use `environ` itself.
#define environ (*_NSGetEnviron())

static int set_flags(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0)
        return -1;
    // This fails if the peer has closed the connection. What it sent before can still be read, and the listener's flag was
    // inherited.
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
    return 0;
}
#endif

int csystem_accept(int listener)
{
#ifdef __linux__
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor >= 0 && set_flags(descriptor) < 0) {
        // The caller can accept the next connection.
        close(descriptor);
        errno = ECONNABORTED;
        return -1;
    }
    return descriptor;
#endif
}

int csystem_peer_credentials(int socket, struct csystem_credentials *credentials)
{
#ifdef __linux__
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -1;
    credentials->pid = peer.pid;
    credentials->uid = peer.uid;
    credentials->gid = peer.gid;
    return 0;
#else
    uid_t uid;
    gid_t gid;
    pid_t pid = 0;
    socklen_t length = sizeof pid;
    if (getpeereid(socket, &uid, &gid) < 0)
        return -1;
    // The kernel does not know the process of a peer that has closed the connection.
    if (getsockopt(socket, SOL_LOCAL, LOCAL_PEERPID, &pid, &length) < 0)
        pid = 0;
    credentials->pid = pid;
    credentials->uid = uid;
    credentials->gid = gid;
    return 0;
#endif
}

int csystem_is_listener(int socket)
{
#ifdef __linux__
    int is_listener = 0;
    socklen_t length = sizeof is_listener;
    return getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &is_listener, &length) == 0 && is_listener;
#else
    // Darwin does not have the option SO_ACCEPTCONN. A connected or unnamed socket cannot listen.
    return listen(socket, SOMAXCONN) == 0;
#endif
}

int csystem_sync_data(int file)
{
#ifdef __linux__
    return fdatasync(file);
#else
    return csystem_sync(file);
#endif
}

int csystem_sync(int file)
{
#ifndef __linux__
    // On Darwin, fsync does not flush the drive's cache, but F_FULLFSYNC does. Some file systems support only fsync.
    if (fcntl(file, F_FULLFSYNC) == 0)
        return 0;
    if (errno != ENOTSUP && errno != ENOTTY && errno != EINVAL)
        return -1;
#endif
    return fsync(file);
}

int csystem_lock_file(int file)
{
    return flock(file, LOCK_EX | LOCK_NB);
}

int csystem_share_lock(int file)
{
    return flock(file, LOCK_SH | LOCK_NB);
}

int csystem_exchange(const char *first, const char *second)
{
#ifdef __linux__
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
#else
    return renamex_np(first, second, RENAME_SWAP);
#endif
}

int csystem_rename_new(const char *source, const char *target)
{
#ifdef __linux__
    return (int)syscall(SYS_renameat2, AT_FDCWD, source, AT_FDCWD, target, RENAME_NOREPLACE);
#else
    return renamex_np(source, target, RENAME_EXCL);
#endif
}

// A signal handler may share data only through lock-free atomics. The number of running handlers lets
// csystem_signals_end wait for handlers on other threads. After that, no handler can write to the descriptor, which the
// caller may close and the kernel may reuse.
static atomic_int signal_descriptor = -1;
static atomic_int running_handlers = 0;

// The signals that end the process when they are repeated, with one bit each.
static atomic_ullong ending_signals = 0;
static atomic_int last_ending_signal = 0;
// The monotonic time in milliseconds of the first such signal that the program has not taken; 0 if it has taken all.
static atomic_llong untaken_since = 0;
static atomic_int has_ending_signal = 0;
static atomic_int is_repeated = 0;
enum { seconds_to_take = 1, seconds_to_end = 5 };

static void end_by(int number)
{
    // The handler blocks all signals, so this signal is delivered when the handler returns, even into an endless loop.
    signal(number, SIG_DFL);
    raise(number);
}

static void end_by_last(int number)
{
    (void)number;
    end_by(atomic_load(&last_ending_signal));
}

static void end_if_repeated(int number)
{
    if (!(atomic_load(&ending_signals) >> number & 1))
        return;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    long long now = time.tv_sec * 1000LL + time.tv_nsec / 1000000 + 1;
    long long since = 0;
    int is_first_untaken = atomic_compare_exchange_strong(&untaken_since, &since, now);
    atomic_store(&last_ending_signal, number);
    if (atomic_exchange(&has_ending_signal, 1) == 0)
        return;
    atomic_store(&is_repeated, 1);
    if (!is_first_untaken && now - since >= seconds_to_take * 1000)
        end_by(number);
    else
        alarm(seconds_to_take);
}

static void write_number(int number)
{
    int saved = errno;
    atomic_fetch_add(&running_handlers, 1);
    int descriptor = atomic_load(&signal_descriptor);
    if (descriptor >= 0) {
        unsigned char byte = (unsigned char)number;
        // If the pipe is full, the signal is lost. This is acceptable: the kernel also merges pending signals.
        ssize_t ignored = write(descriptor, &byte, 1);
        (void)ignored;
    }
    atomic_fetch_sub(&running_handlers, 1);
    end_if_repeated(number);
    errno = saved;
}

int csystem_signals_begin(int descriptor)
{
    int none = -1;
    if (!atomic_compare_exchange_strong(&signal_descriptor, &none, descriptor)) {
        errno = EBUSY;
        return -1;
    }
    return 0;
}

int csystem_signals_catch(int number, struct sigaction *previous)
{
    struct sigaction action = {.sa_handler = write_number, .sa_flags = SA_RESTART};
    // Blocking all signals in the handler lets a thread run one handler at a time, so numbers are in order of delivery.
    sigfillset(&action.sa_mask);
    return sigaction(number, &action, previous);
}

void csystem_signals_end_when_repeated(int number)
{
    struct sigaction action = {.sa_handler = end_by_last, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    sigset_t alarm_signal;
    sigemptyset(&alarm_signal);
    sigaddset(&alarm_signal, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarm_signal, NULL);
    atomic_fetch_or(&ending_signals, 1ULL << number);
}

void csystem_signals_taken(void)
{
    atomic_store(&untaken_since, 0);
    if (atomic_load(&is_repeated))
        alarm(seconds_to_end);
}

void csystem_signals_end(void)
{
    if (atomic_exchange(&ending_signals, 0) != 0) {
        alarm(0);
        signal(SIGALRM, SIG_DFL);
        atomic_store(&has_ending_signal, 0);
        atomic_store(&is_repeated, 0);
        atomic_store(&untaken_since, 0);
    }
    atomic_store(&signal_descriptor, -1);
    while (atomic_load(&running_handlers) != 0)
        sched_yield();
}

static void exit_interrupted(int number)
{
    (void)number;
    _exit(130);
}

int csystem_exit_when_interrupted(void)
{
    struct sigaction action = {.sa_handler = exit_interrupted};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGINT, &action, NULL) < 0)
        return -1;
    // The parent process may have blocked the signal.
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    return sigprocmask(SIG_UNBLOCK, &interrupt, NULL);
}

static int add_streams(posix_spawn_file_actions_t *actions, const char *output)
{
    int code = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0600);
    return code != 0 ? code : posix_spawn_file_actions_adddup2(actions, STDOUT_FILENO, STDERR_FILENO);
}

int csystem_start_in_background(const char *program, char *const arguments[], const char *output, int32_t *pid)
{
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        errno = code;
        return -1;
    }
    posix_spawnattr_t attributes;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        // The parent process may ignore or block signals that must end a daemon.
        sigset_t none, usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD};
        for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
            sigaddset(&usual, numbers[index]);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        code = add_streams(&actions, output);
        pid_t started = 0;
        if (code == 0)
            code = posix_spawn(&started, program, &actions, &attributes, arguments, environ);
        *pid = started;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    errno = code;
    return code == 0 ? 0 : -1;
}

int csystem_start_beside(char *const arguments[], int input, int output, int errors, bool leads, int32_t *pid)
{
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        errno = code;
        return -1;
    }
    if (input >= 0)
        code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (code == 0 && output >= 0)
        code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (code == 0 && errors >= 0)
        code = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawnattr_t attributes;
    if (code == 0)
        code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        sigset_t none, usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                  (leads ? POSIX_SPAWN_SETPGROUP : 0));
        pid_t started = 0;
        code = posix_spawnp(&started, arguments[0], &actions, &attributes, arguments, environ);
        *pid = started;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    errno = code;
    return code == 0 ? 0 : -1;
}

static int add_group_streams(posix_spawn_file_actions_t *actions, int output)
{
    int code = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (code == 0)
        code = posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
    if (code == 0)
        code = posix_spawn_file_actions_adddup2(actions, output, STDERR_FILENO);
    return code != 0 ? code : posix_spawn_file_actions_addchdir_np(actions, "/");
}

int csystem_start_group(const char *program, char *const variables[], int output, int32_t *pid)
{
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        errno = code;
        return -1;
    }
    posix_spawnattr_t attributes;
    code = posix_spawnattr_init(&attributes);
    if (code == 0) {
        sigset_t none, usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD};
        for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++)
            sigaddset(&usual, numbers[index]);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        code = add_group_streams(&actions, output);
        pid_t started = 0;
        char *const arguments[] = {(char *)program, NULL};
        if (code == 0)
            code = posix_spawn(&started, program, &actions, &attributes, arguments, variables);
        *pid = started;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    errno = code;
    return code == 0 ? 0 : -1;
}

int csystem_terminal_columns(int terminal)
{
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
}

int csystem_terminal_rows(int terminal)
{
    struct winsize size;
    return ioctl(terminal, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_row;
}

int csystem_watch_begin(void)
{
#ifdef __linux__
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#else
    errno = ENOSYS;
    return -1;
#endif
}

int csystem_watch_add(int watch, const char *directory)
{
#ifdef __linux__
    return inotify_add_watch(watch, directory,
                             IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF |
                                 IN_MOVE_SELF | IN_ONLYDIR);
#else
    (void)watch, (void)directory;
    errno = ENOSYS;
    return -1;
#endif
}

#ifndef __linux__
static int is_child(pid_t pid)
{
    siginfo_t state;
    return waitid(P_PID, (id_t)pid, &state, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static int watch_end(int queue, pid_t pid)
{
    struct kevent change;
    EV_SET(&change, pid, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
    if (kevent(queue, &change, 1, NULL, 0, NULL) == 0)
        return 0;
    if (errno != ESRCH)
        return -1;
    if (kill(pid, 0) < 0 && !is_child(pid)) {
        errno = ESRCH;
        return -1;
    }
    // The process has ended, but its parent has not waited for it: make the queue readable.
    EV_SET(&change, 0, EVFILT_USER, EV_ADD, 0, 0, NULL);
    if (kevent(queue, &change, 1, NULL, 0, NULL) < 0)
        return -1;
    EV_SET(&change, 0, EVFILT_USER, 0, NOTE_TRIGGER, 0, NULL);
    return kevent(queue, &change, 1, NULL, 0, NULL);
}
#endif

int csystem_open_process(int32_t pid)
{
#ifdef __linux__
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    int queue = kqueue();
    if (queue < 0)
        return -1;
    if (fcntl(queue, F_SETFD, FD_CLOEXEC) < 0 || watch_end(queue, pid) < 0) {
        int saved = errno;
        close(queue);
        errno = saved;
        return -1;
    }
    return queue;
#endif
}

int csystem_read_process(int32_t pid, struct csystem_process *process)
{
#ifdef __linux__
    (void)pid, (void)process;
    errno = ENOSYS;
    return -1;
#else
    // The argument 1 includes a process that has ended, but whose parent has not waited for it.
    struct proc_bsdinfo found;
    if (proc_pidinfo(pid, PROC_PIDTBSDINFO, 1, &found, sizeof found) != (int)sizeof found)
        return -1;
    const char *name = found.pbi_name[0] ? found.pbi_name : found.pbi_comm;
    size_t most = found.pbi_name[0] ? sizeof found.pbi_name : sizeof found.pbi_comm;
    snprintf(process->name, sizeof process->name, "%.*s", (int)most, name);
    process->start = found.pbi_start_tvsec * 1000000 + found.pbi_start_tvusec;
    process->is_ending = found.pbi_status == SZOMB || (found.pbi_flags & PROC_FLAG_INEXIT);
    return 0;
#endif
}

int csystem_program_path(char *path, size_t room)
{
#ifdef __linux__
    ssize_t length = readlink("/proc/self/exe", path, room - 1);
    if (length <= 0)
        return -1;
    path[length] = 0;
    return 0;
#else
    uint32_t size = (uint32_t)room;
    return _NSGetExecutablePath(path, &size);
#endif
}

#ifdef __linux__
// Both symbols come from the linker. The pages between them are mapped from the program's file and are never modified.
extern const char __executable_start[];
extern const char etext[];

void csystem_release_code(void)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)__executable_start + page - 1) / page * page;
    uintptr_t end = (uintptr_t)etext / page * page;
    // If the call fails, the pages remain in memory, which is harmless.
    if (start < end)
        madvise((void *)start, end - start, MADV_DONTNEED);
}
#else
void csystem_release_code(void)
{
}
#endif

#ifdef __x86_64__
__attribute__((target("sse4.2"))) int csystem_crc32c(uint32_t *state, const void *bytes, size_t count)
{
    if (!__builtin_cpu_supports("sse4.2"))
        return -1;
    const char *next = bytes;
    uint64_t sum = *state;
    for (; count >= 8; count -= 8, next += 8) {
        uint64_t word;
        memcpy(&word, next, 8);
        sum = __builtin_ia32_crc32di(sum, word);
    }
    for (; count > 0; count--, next++)
        sum = __builtin_ia32_crc32qi((uint32_t)sum, (unsigned char)*next);
    *state = (uint32_t)sum;
    return 0;
}
#else
int csystem_crc32c(uint32_t *state, const void *bytes, size_t count)
{
    (void)state, (void)bytes, (void)count;
    return -1;
}
#endif
