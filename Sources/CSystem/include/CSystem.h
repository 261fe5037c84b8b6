#ifndef CSYSTEM_H
#define CSYSTEM_H

// What Swift's own libc modules leave out. `_GNU_SOURCE` belongs in the .c file only: here it would change fd_set for
// every importer.

#include <signal.h>
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

// All return -1 and set errno as the call they stand for does.

// Accepts a connection that is non-blocking and closes on exec.
int csystem_accept(int listener);

int csystem_peer_credentials(int socket, struct csystem_credentials *credentials);

// Goes on with a CRC of Castagnoli's polynomial over some bytes, by the processor's own instruction; -1, and nothing done,
// where it has none.
int csystem_crc32c(uint32_t *state, const void *bytes, size_t count);

// Data and size on stable storage, through the drive's own cache.
int csystem_sync_data(int file);
int csystem_sync(int file);

int csystem_lock_file(int file);

// Exchanges two names in one step; EINVAL or ENOSYS where the file system cannot.
int csystem_exchange(const char *first, const char *second);

// Renames unless the target exists (EEXIST); EINVAL or ENOSYS where the file system cannot.
int csystem_rename_new(const char *source, const char *target);

// From here on each caught signal writes its number, one byte, to this non-blocking descriptor. EBUSY while another
// one is in use.
int csystem_signals_begin(int descriptor);

int csystem_signals_catch(int number, struct sigaction *previous);

// From here on this signal, which must be caught, is one of those that end the process when they are repeated; uses
// SIGALRM and the process's alarm clock.
void csystem_signals_end_when_repeated(int number);

// The signals caught so far are being handled.
void csystem_signals_taken(void);

// When it returns no handler uses the descriptor any more. Put the dispositions back before.
void csystem_signals_end(void);

// From here on an interrupt ends the process with code 130.
int csystem_exit_when_interrupted(void);

// Starts a program in a session of its own, with nothing to read, its output appended to a file, and the usual signals.
int csystem_start_in_background(const char *program, char *const arguments[], const char *output, int32_t *pid);

// Starts a program, found in the search path, with these streams, this environment, no signal blocked, and broken pipes
// ending it again. It reads from and writes to other descriptors where those are not negative.
int csystem_start_beside(char *const arguments[], int input, int output, int32_t *pid);

// How many columns a terminal has; 0 where it does not say.
int csystem_terminal_columns(int terminal);

// The number of rows of a terminal; 0 if the terminal does not report its size.
int csystem_terminal_rows(int terminal);

// A descriptor that does not block, closes on exec, and becomes readable when names in the folders that are added to it
// come, go, or have been written to; ENOSYS where the system has none.
int csystem_watch_begin(void);
int csystem_watch_add(int watch, const char *folder);

// A descriptor that closes on exec and becomes readable when the process has ended, whether its parent knows or not.
int csystem_open_process(int32_t pid);

// Unmaps the pages of the program's code. The kernel maps those that are used again from the file; those that only the start
// needed take no memory any more. Does nothing where the system has no such call.
void csystem_release_code(void);

#endif
