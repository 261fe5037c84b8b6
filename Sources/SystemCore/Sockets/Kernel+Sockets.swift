private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Creates two connected stream sockets that close on exec.
    package static func socketPair(nonBlocking: Bool) throws(SystemError) -> DescriptorPair {
        var ends: (Int32, Int32) = (-1, -1)
        _ = try attempt("socketpair") {
            unsafe withUnsafeMutableBytes(of: &ends) {
                unsafe socketpair(
                    AF_UNIX,
                    streamType(nonBlocking: nonBlocking),
                    0,
                    $0.assumingMemoryBound(to: Int32.self).baseAddress
                )
            }
        }
        let pair = DescriptorPair(ends)
        try finishSocket(ends.0, nonBlocking: nonBlocking)
        try finishSocket(ends.1, nonBlocking: nonBlocking)
        return pair
    }

    /// Creates a non-blocking Unix socket that listens at an address.
    ///
    /// At no time can a user connect without the permission in `mode`.
    package static func listen(
        at address: UnixAddress,
        mode: UInt32,
        backlog: Int32 = 1024
    ) throws(SystemError) -> Descriptor {
        let socket = try unixSocket(nonBlocking: true)
        try bind(socket, to: address, mode: mode)
        do throws(SystemError) {
            // The umask may have removed bits of `mode`.
            try setMode(address.path, mode)
            let raw = socket.raw
            _ = try attempt("listen", path: address.path) { systemListen(raw, backlog) }
        } catch {
            // No process listens on this socket, so remove its file.
            try? removeFile(address.path)
            throw error
        }
        return socket
    }

    /// Returns whether an inherited descriptor is a listening Unix stream socket.
    package static func isUnixListener(_ descriptor: borrowing Descriptor) -> Bool {
        socketOption(descriptor.raw, SO_TYPE) == streamType(nonBlocking: nil)
            && addressFamily(descriptor.raw) == sa_family_t(AF_UNIX)
            && csystem_is_listener(descriptor.raw) == 1
    }

    /// Returns the path that a Unix socket is bound to; nil if it has an abstract name or no name.
    package static func path(of socket: borrowing Descriptor) throws(SystemError) -> String? {
        let raw = socket.raw
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = try attempt("getsockname") {
            unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(raw, $0, &size) }
            }
        }
        // The kernel adds a NUL after the path only if there is room for it.
        let path = unsafe withUnsafeBytes(of: &address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
        return path.isEmpty ? nil : RawText(bytes: path).path
    }

    /// Accepts the next connection of a non-blocking listener.
    ///
    /// The new descriptor is non-blocking too.
    package static func accept(_ listener: borrowing Descriptor) throws(SystemError) -> AcceptOutcome {
        while true {
            let raw = csystem_accept(listener.raw)
            if raw >= 0 { return .connection(Descriptor(owning: raw)) }
            let errno = Errno.last
            switch errno {
            case .interrupted: continue
            case .wouldBlock: return .wouldBlock
            case _ where errno.meansExhaustion: return .exhausted(errno)
            case .connectionAborted, .notPermitted, .timedOut, Errno(EPROTO): return .transient(errno)
            default: throw failure("accept", errno, invalidArgument: .isOurBug)
            }
        }
    }

    /// Connects, and waits while the listener's backlog is full.
    ///
    /// The descriptor is blocking.
    package static func connect(to address: UnixAddress) throws(SystemError) -> Descriptor {
        let socket = try unixSocket(nonBlocking: false)
        let errno = connect(socket.raw, address)
        if let errno { throw failure("connect", errno, path: address.path) }
        return socket
    }

    package static func connectWithoutWaiting(to address: UnixAddress) throws(SystemError) -> ConnectOutcome {
        let socket = try unixSocket(nonBlocking: true)
        switch connect(socket.raw, address) {
        case nil: return .connected(socket)
        case .wouldBlock?: return .queueFull
        case .inProgress?: return .inProgress(socket)
        case let errno?: throw failure("connect", errno, path: address.path)
        }
    }

    /// Ends the sending side of a socket.
    ///
    /// Does nothing if the peer is gone.
    package static func shutdownWriting(_ socket: borrowing Descriptor) throws(SystemError) {
        try shutdown(socket.raw, writeDirection)
    }

    /// Ends both sides of a socket.
    ///
    /// Does nothing if the peer is gone.
    ///
    /// Bytes that have arrived can still be read. Sends by the peer fail from now on.
    package static func shutdown(_ socket: borrowing Descriptor) throws(SystemError) {
        try shutdown(socket.raw, bothDirections)
    }

    private static func shutdown(_ raw: Int32, _ direction: Int32) throws(SystemError) {
        do throws(SystemError) {
            _ = try attempt("shutdown", invalidArgument: .isOurBug) { systemShutdown(raw, direction) }
        } catch  where error.errno == .notConnected {
            return
        }
    }

    package static func peerCredentials(of socket: borrowing Descriptor) throws(SystemError) -> PeerCredentials {
        var credentials = csystem_credentials()
        let raw = socket.raw
        _ = try attempt("getsockopt") { unsafe csystem_peer_credentials(raw, &credentials) }
        return PeerCredentials(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid)
    }
}

extension Kernel {
    private static func unixSocket(nonBlocking: Bool) throws(SystemError) -> Descriptor {
        let raw = try attempt("socket") { socket(AF_UNIX, streamType(nonBlocking: nonBlocking), 0) }
        let descriptor = Descriptor(owning: raw)
        try finishSocket(raw, nonBlocking: nonBlocking)
        return descriptor
    }

    private static func connect(_ raw: Int32, _ address: UnixAddress) -> Errno? {
        while unsafe address.withSocketAddress({ unsafe systemConnect(raw, $0, $1) }) != 0 {
            switch Errno.last {
            case .interrupted: continue
            // The interrupted attempt has succeeded meanwhile.
            case .isConnected: return nil
            case let errno: return errno
            }
        }
        return nil
    }

    private static func bind(
        _ socket: borrowing Descriptor,
        to address: UnixAddress,
        mode: UInt32
    ) throws(SystemError) {
        let raw = socket.raw
        #if os(Linux)
        // The file gets its mode from the socket, so at no time can other users connect between bind and chmod.
        _ = try attempt("fchmod") { fchmod(raw, mode_t(mode)) }
        #else
        let previous = umask(mode_t(~mode & 0o777))
        defer { umask(previous) }
        #endif
        _ = try attempt("bind", path: address.path) {
            unsafe address.withSocketAddress { unsafe systemBind(raw, $0, $1) }
        }
    }

    private static func addressFamily(_ raw: Int32) -> sa_family_t? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(raw, $0, &size) }
        }
        return result == 0 ? address.ss_family : nil
    }

    private static func socketOption(_ raw: Int32, _ option: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(raw, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }

    /// Returns the type for `socket`, with the flags that Linux can set at once; nil means without flags.
    private static func streamType(nonBlocking: Bool?) -> Int32 {
        #if os(Linux)
        var type = SOCK_STREAM.rawValue
        if let nonBlocking {
            type |= SOCK_CLOEXEC.rawValue
            if nonBlocking { type |= SOCK_NONBLOCK.rawValue }
        }
        return Int32(bitPattern: type)
        #else
        return SOCK_STREAM
        #endif
    }

    /// Sets the flags that Linux sets when it creates the socket, on systems that need separate calls.
    private static func finishSocket(_ raw: Int32, nonBlocking: Bool) throws(SystemError) {
        #if !os(Linux)
        try setCloseOnExec(raw)
        try setNonBlocking(raw, nonBlocking)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = try attempt("setsockopt") { unsafe setsockopt(raw, SOL_SOCKET, SO_NOSIGPIPE, &on, size) }
        #endif
    }
}

#if os(Linux)
private let writeDirection = Int32(SHUT_WR)
private let bothDirections = Int32(SHUT_RDWR)
#else
// Not tested on macOS: this branch and the others of this file are written from Apple's published sources.
private let writeDirection = SHUT_WR
private let bothDirections = SHUT_RDWR
#endif

// Inside `Kernel`, the plain names refer to its own static functions.
private func systemListen(_ raw: Int32, _ backlog: Int32) -> Int32 { listen(raw, backlog) }

private func systemConnect(_ raw: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    unsafe connect(raw, address, size)
}

private func systemShutdown(_ raw: Int32, _ direction: Int32) -> Int32 { shutdown(raw, direction) }

private func systemBind(_ raw: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    unsafe bind(raw, address, size)
}
