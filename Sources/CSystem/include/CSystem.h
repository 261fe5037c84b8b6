#ifndef CSYSTEM_H
#define CSYSTEM_H

// System calls that Swift's libc modules do not contain. Define `_GNU_SOURCE` only in the .c file: in this header it
// would change fd_set for every importer.

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

struct csystem_credentials {
    int32_t pid;
    uint32_t uid;
    uint32_t gid;
};

// Unless a comment says otherwise, a function returns -1 on failure and sets errno as its system call does.

// Accepts a connection as a non-blocking descriptor that closes on exec. ECONNABORTED means that the connection already
// ended.
int csystem_accept(int listener);

// The pid is 0 if it is unknown.
int csystem_peer_credentials(int socket, struct csystem_credentials *credentials);

// Returns 1 for a listening socket, and 0 for any other descriptor. On Darwin, a bound socket begins to listen.
int csystem_is_listener(int socket);

// Updates the CRC-32C in `state` with `count` bytes, using the processor's instruction. Returns -1, without errno and
// without a change, if there is no such instruction or the processor is not x86-64.
int csystem_crc32c(uint32_t *state, const void *bytes, size_t count);

// Write the file's data and size to stable storage, through the drive's cache. csystem_sync also writes the other
// metadata.
int csystem_sync_data(int file);
int csystem_sync(int file);

int csystem_lock_file(int file);

// Acquires a shared lock on a file, beside other shared locks. errno is EWOULDBLOCK if another process has locked the file.
int csystem_share_lock(int file);

// Exchanges two names atomically. errno is EINVAL, ENOTSUP or ENOSYS if the file system does not support the exchange.
int csystem_exchange(const char *first, const char *second);

// Renames a file unless the target exists (EEXIST). errno is EINVAL, ENOTSUP or ENOSYS if the file system does not support
// this.
int csystem_rename_new(const char *source, const char *target);

// Makes each caught signal write its number as one byte to this non-blocking descriptor. errno is EBUSY while another
// descriptor is in use.
int csystem_signals_begin(int descriptor);

int csystem_signals_catch(int number, struct sigaction *previous);

// Makes a caught signal end the process when such a signal is repeated. If the program has left a signal untaken for a
// second, the repeated signal ends the process at once. Otherwise an alarm ends the process a second later. The process
// must not use SIGALRM or its alarm clock for anything else.
void csystem_signals_end_when_repeated(int number);

// Reports that the program takes the signals caught so far. After a repeated signal, the alarm then ends the process
// five seconds later.
void csystem_signals_taken(void);

// Ends the use of the descriptor: no handler uses it after the return. Restore the signal dispositions before the call.
void csystem_signals_end(void);

// Makes SIGINT end the process with exit code 130.
int csystem_exit_when_interrupted(void);

// Starts a program in a new session. Standard input is /dev/null, the output is appended to a file, signal dispositions
// are the defaults, and no signal is blocked.
int csystem_start_in_background(const char *program, char *const arguments[], const char *output, int32_t *pid);

// Starts a program, found through PATH, in the environment of this process. No signal is blocked, and SIGPIPE has its
// default disposition. `input`, `output` and `errors` replace the standard streams unless they are negative. With `leads`,
// the program gets its own process group.
int csystem_start_beside(char *const arguments[], int input, int output, int errors, bool leads, int32_t *pid);

// Starts a program in its own process group, without arguments, in the directory /, and with the given variables only.
// Standard input is /dev/null, `output` replaces the other standard streams, signal dispositions are the defaults, and no
// signal is blocked.
int csystem_start_group(const char *program, char *const variables[], int output, int32_t *pid);

// Returns the number of columns of a terminal; 0 if it is unknown.
int csystem_terminal_columns(int terminal);

// The number of rows of a terminal; 0 if the terminal does not report its size.
int csystem_terminal_rows(int terminal);

// Creates a non-blocking descriptor that closes on exec. It becomes readable when a name in a watched directory is
// added, removed or renamed, or its file was written. errno is ENOSYS on systems other than Linux.
int csystem_watch_begin(void);
int csystem_watch_add(int watch, const char *directory);

// Returns a descriptor that closes on exec and becomes readable when the process has ended, even if its parent has not
// waited for it.
int csystem_open_process(int32_t pid);

struct csystem_process {
    char name[64];
    // When the process started, in microseconds since 1970.
    uint64_t start;
    // Whether the process has ended or is ending.
    bool is_ending;
};

// Returns what the kernel knows of a process, for systems without /proc. errno is ENOSYS on Linux.
int csystem_read_process(int32_t pid, struct csystem_process *process);

// Writes the path of the running program, with its NUL. Returns -1, perhaps without errno, if the path is unknown or too
// long.
int csystem_program_path(char *path, size_t room);

// Releases the memory of the program's code. The kernel loads pages from the program's file again when they are used,
// so code that only the start needed no longer takes memory. Does nothing on systems other than Linux.
void csystem_release_code(void);

#endif
