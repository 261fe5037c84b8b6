#ifndef CNETWORK_H
#define CNETWORK_H

// TCP over IPv4 and IPv6, and the kernel's table of sockets. Swift's libc modules leave out the types of netlink.
// A program without a network must not link this target.
//
// A function returns -1 on failure and sets errno as its system call does, unless its comment says something else.

#include <stddef.h>
#include <stdint.h>

// An address with a port, all in the machine's byte order. An IPv4 address is in the low 32 bits. An IPv6 address that
// contains an IPv4 address (::ffff:a.b.c.d) is always written as IPv4.
struct cnetwork_endpoint {
    uint64_t high;
    uint64_t low;
    uint16_t port;
    uint8_t is_v6;
};

// Creates a non-blocking socket that closes on exec and listens.
int cnetwork_listen(const struct cnetwork_endpoint *endpoint, int backlog);

// Begins to connect a non-blocking socket that closes on exec. `is_mapped` makes an IPv6 socket of an IPv4 endpoint.
int cnetwork_connect(const struct cnetwork_endpoint *endpoint, int is_mapped);

// Returns 1 for a listening TCP socket, and 0 for any other descriptor.
int cnetwork_is_listener(int descriptor);

int cnetwork_local_endpoint(int socket, struct cnetwork_endpoint *endpoint);
int cnetwork_peer_endpoint(int socket, struct cnetwork_endpoint *endpoint);
int cnetwork_send_at_once(int socket);
int cnetwork_limit_unsent(int socket, int count);

// Creates a socket for questions about sockets; errno is EPROTONOSUPPORT without the kernel's sock_diag.
int cnetwork_open_diagnosis(void);

struct cnetwork_owner {
    uint32_t uid;
    uint32_t inode;
    uint8_t state;
};

// Finds the socket whose own end is `local` and whose other end is `peer`. errno is ENOENT if there is none.
int cnetwork_find_owner(int diagnosis, const struct cnetwork_endpoint *local, const struct cnetwork_endpoint *peer,
                        struct cnetwork_owner *owner);

// Reads an address in its usual notation. Returns 0 if the text is no address.
int cnetwork_parse_address(const char *text, struct cnetwork_endpoint *endpoint);

// Writes the address without the port, with its NUL, to a buffer of at least 46 bytes.
void cnetwork_format_address(const struct cnetwork_endpoint *endpoint, char *text, size_t room);

#endif
