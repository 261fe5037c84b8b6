#define _GNU_SOURCE
#include "CNetwork.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#endif

static uint64_t word(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int index = 0; index < 8; index++)
        word = word << 8 | bytes[index];
    return word;
}

static void put_word(uint64_t word, uint8_t *bytes)
{
    for (int index = 7; index >= 0; index--, word >>= 8)
        bytes[index] = (uint8_t)word;
}

static void set_v6(struct cnetwork_endpoint *endpoint, const uint8_t *bytes)
{
    endpoint->high = word(bytes);
    endpoint->low = word(bytes + 8);
    endpoint->is_v6 = endpoint->high != 0 || endpoint->low >> 32 != 0xFFFF;
    if (!endpoint->is_v6)
        endpoint->low &= 0xFFFFFFFF;
}

static struct in6_addr v6_address(const struct cnetwork_endpoint *endpoint)
{
    struct in6_addr address;
    put_word(endpoint->high, address.s6_addr);
    put_word(endpoint->is_v6 ? endpoint->low : 0xFFFF00000000 | endpoint->low, address.s6_addr + 8);
    return address;
}

static socklen_t socket_address(const struct cnetwork_endpoint *endpoint, int is_mapped, struct sockaddr_storage *storage)
{
    memset(storage, 0, sizeof *storage);
    if (endpoint->is_v6 || is_mapped) {
        struct sockaddr_in6 *address = (struct sockaddr_in6 *)storage;
        address->sin6_family = AF_INET6;
        address->sin6_port = htons(endpoint->port);
        address->sin6_addr = v6_address(endpoint);
        return sizeof *address;
    }
    struct sockaddr_in *address = (struct sockaddr_in *)storage;
    address->sin_family = AF_INET;
    address->sin_port = htons(endpoint->port);
    address->sin_addr.s_addr = htonl((uint32_t)endpoint->low);
    return sizeof *address;
}

static int read_address(const struct sockaddr_storage *storage, struct cnetwork_endpoint *endpoint)
{
    memset(endpoint, 0, sizeof *endpoint);
    if (storage->ss_family == AF_INET) {
        const struct sockaddr_in *address = (const struct sockaddr_in *)storage;
        endpoint->low = ntohl(address->sin_addr.s_addr);
        endpoint->port = ntohs(address->sin_port);
        return 0;
    }
    if (storage->ss_family == AF_INET6) {
        const struct sockaddr_in6 *address = (const struct sockaddr_in6 *)storage;
        set_v6(endpoint, address->sin6_addr.s6_addr);
        endpoint->port = ntohs(address->sin6_port);
        return 0;
    }
    errno = EAFNOSUPPORT;
    return -1;
}

static int close_keeping_errno(int descriptor)
{
    int saved = errno;
    close(descriptor);
    errno = saved;
    return -1;
}

static int stream_socket(int family)
{
#ifdef __linux__
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
#else
    // Not tested on macOS: this branch and the others without __linux__ are written from Apple's published sources.
    int descriptor = socket(family, SOCK_STREAM, 0);
    int on = 1;
    if (descriptor >= 0 &&
        (fcntl(descriptor, F_SETFL, O_NONBLOCK) < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0 ||
         setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) < 0))
        return close_keeping_errno(descriptor);
    return descriptor;
#endif
}

int cnetwork_listen(const struct cnetwork_endpoint *endpoint, int backlog)
{
    struct sockaddr_storage address;
    socklen_t size = socket_address(endpoint, 0, &address);
    int descriptor = stream_socket(address.ss_family);
    if (descriptor < 0)
        return -1;
    int on = 1;
    // Connections of an earlier process that are about to end must not keep the port.
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0)
        return close_keeping_errno(descriptor);
    if (endpoint->is_v6 && setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) < 0)
        return close_keeping_errno(descriptor);
    if (bind(descriptor, (struct sockaddr *)&address, size) < 0 || listen(descriptor, backlog) < 0)
        return close_keeping_errno(descriptor);
    return descriptor;
}

int cnetwork_connect(const struct cnetwork_endpoint *endpoint, int is_mapped)
{
    struct sockaddr_storage address;
    socklen_t size = socket_address(endpoint, is_mapped, &address);
    int descriptor = stream_socket(address.ss_family);
    if (descriptor < 0)
        return -1;
    if (connect(descriptor, (struct sockaddr *)&address, size) < 0 && errno != EINPROGRESS && errno != EINTR)
        return close_keeping_errno(descriptor);
    return descriptor;
}

static int option(int descriptor, int name)
{
    int value = -1;
    socklen_t size = sizeof value;
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) < 0 ? -1 : value;
}

static int accepts_connections(int descriptor)
{
#ifdef __linux__
    return option(descriptor, SO_ACCEPTCONN) == 1;
#else
    // Darwin does not have the option SO_ACCEPTCONN. A connected socket cannot listen.
    return listen(descriptor, SOMAXCONN) == 0;
#endif
}

int cnetwork_is_listener(int descriptor)
{
    struct cnetwork_endpoint endpoint;
    return option(descriptor, SO_TYPE) == SOCK_STREAM && cnetwork_local_endpoint(descriptor, &endpoint) == 0 &&
           accepts_connections(descriptor);
}

int cnetwork_local_endpoint(int socket, struct cnetwork_endpoint *endpoint)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    return getsockname(socket, (struct sockaddr *)&address, &size) < 0 ? -1 : read_address(&address, endpoint);
}

int cnetwork_peer_endpoint(int socket, struct cnetwork_endpoint *endpoint)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    return getpeername(socket, (struct sockaddr *)&address, &size) < 0 ? -1 : read_address(&address, endpoint);
}

int cnetwork_send_at_once(int socket)
{
    int on = 1;
    return setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int cnetwork_limit_unsent(int socket, int count)
{
    return setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &count, sizeof count);
}

int cnetwork_parse_address(const char *text, struct cnetwork_endpoint *endpoint)
{
    struct in_addr v4;
    struct in6_addr v6;
    memset(endpoint, 0, sizeof *endpoint);
    if (inet_pton(AF_INET, text, &v4) == 1) {
        endpoint->low = ntohl(v4.s_addr);
        return 1;
    }
    if (inet_pton(AF_INET6, text, &v6) != 1)
        return 0;
    set_v6(endpoint, v6.s6_addr);
    return 1;
}

void cnetwork_format_address(const struct cnetwork_endpoint *endpoint, char *text, size_t room)
{
    struct in_addr v4 = {.s_addr = htonl((uint32_t)endpoint->low)};
    struct in6_addr v6 = v6_address(endpoint);
    const void *address = endpoint->is_v6 ? (const void *)&v6 : (const void *)&v4;
    if (inet_ntop(endpoint->is_v6 ? AF_INET6 : AF_INET, address, text, (socklen_t)room) == NULL)
        text[0] = 0;
}

#ifdef __linux__
int cnetwork_open_diagnosis(void)
{
    return socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
}

static void put_address(const struct cnetwork_endpoint *endpoint, int is_v6, __be32 *target)
{
    struct in6_addr address = v6_address(endpoint);
    if (is_v6)
        memcpy(target, address.s6_addr, 16);
    else
        memcpy(target, address.s6_addr + 12, 4);
}

int cnetwork_find_owner(int diagnosis, const struct cnetwork_endpoint *local, const struct cnetwork_endpoint *peer,
                        struct cnetwork_owner *owner)
{
    static uint32_t sequence = 0;
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 body;
    } request;
    memset(&request, 0, sizeof request);
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.header.nlmsg_flags = NLM_F_REQUEST;
    request.header.nlmsg_seq = ++sequence;
    int is_v6 = local->is_v6 || peer->is_v6;
    request.body.sdiag_family = is_v6 ? AF_INET6 : AF_INET;
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = ~0U;
    request.body.id.idiag_sport = htons(local->port);
    request.body.id.idiag_dport = htons(peer->port);
    put_address(local, is_v6, request.body.id.idiag_src);
    put_address(peer, is_v6, request.body.id.idiag_dst);
    request.body.id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    request.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    ssize_t count;
    do
        count = send(diagnosis, &request, sizeof request, 0);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return -1;
    union {
        struct nlmsghdr header;
        uint8_t bytes[2048];
    } response;
    // The kernel has responded before `send` returned. An old response is of a question that a signal interrupted.
    do {
        do
            count = recv(diagnosis, &response, sizeof response, MSG_DONTWAIT);
        while (count < 0 && errno == EINTR);
        if (count < 0)
            return -1;
        if (!NLMSG_OK(&response.header, count)) {
            errno = EPROTO;
            return -1;
        }
    } while (response.header.nlmsg_seq != sequence);
    if (response.header.nlmsg_type == NLMSG_ERROR && count >= (ssize_t)NLMSG_LENGTH(sizeof(struct nlmsgerr))) {
        const struct nlmsgerr *error = NLMSG_DATA(&response.header);
        errno = error->error < 0 ? -error->error : EPROTO;
        return -1;
    }
    if (response.header.nlmsg_type != SOCK_DIAG_BY_FAMILY || count < (ssize_t)NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
        errno = EPROTO;
        return -1;
    }
    const struct inet_diag_msg *found = NLMSG_DATA(&response.header);
    // The kernel returns a socket that listens on the port if there is no connection.
    if (found->id.idiag_sport != request.body.id.idiag_sport || found->id.idiag_dport != request.body.id.idiag_dport) {
        errno = ENOENT;
        return -1;
    }
    owner->uid = found->idiag_uid;
    owner->inode = found->idiag_inode;
    owner->state = found->idiag_state;
    return 0;
}
#else
int cnetwork_open_diagnosis(void)
{
    errno = EPROTONOSUPPORT;
    return -1;
}

int cnetwork_find_owner(int diagnosis, const struct cnetwork_endpoint *local, const struct cnetwork_endpoint *peer,
                        struct cnetwork_owner *owner)
{
    (void)diagnosis, (void)local, (void)peer, (void)owner;
    errno = EPROTONOSUPPORT;
    return -1;
}
#endif
