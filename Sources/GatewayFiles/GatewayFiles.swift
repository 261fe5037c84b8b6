import JSONCore
package import SystemCore
import TunerAPI

/// The files of a gateway: the token, the one-time tokens beside it, and where the gateway serves.
///
/// The gateway holds a lock as long as it serves, so the files of a gateway that was killed are recognized.
package struct GatewayFiles: Equatable, Sendable {
    /// The limit for the bytes of the status.
    private static let statusLimit = 64 << 10

    /// How long a reader of the lock may keep a gateway from acquiring it.
    private static let readingTime = Duration.milliseconds(100)

    /// The path of the token file.
    package let token: String
    /// The path of the status and the lock, without their ends.
    private let name: String

    /// Creates the files beside a token file.
    package init(token: String) {
        self.token = token
        name = token
    }

    /// Creates the files of a gateway without a name for its token file.
    ///
    /// They are beside the daemon's socket, or in the user's runtime directory if others share the directory of the socket:
    /// the user cannot keep a secret beside the socket of a system daemon, or beside one in `/tmp`. Gateways to several
    /// daemons can have the same token, but each has its own status.
    package init(ofSocket path: String, environment: (String) -> String? = { Kernel.environmentPath($0) }) {
        let directory = Path.directory(of: path)
        let socket: String
        if Self.isPrivate(directory) {
            token = "\(directory)/tunerweb.token"
            socket = Path.name(of: path)
        } else {
            let usual = SocketPath(option: nil, user: Kernel.userID) { $0 == "TUNER_SOCKET" ? nil : environment($0) }
            token = "\(Path.directory(of: usual.path))/tunerweb.token"
            let real = (try? Kernel.realPath(directory)) ?? directory
            socket = "\(real)/\(Path.name(of: path))"
        }
        name = socket == SocketPath.usualName ? token : "\(token).\(Self.hash(of: socket))"
    }

    private static func hash(of socket: String) -> String {
        String(ContentHash.of(RawText(path: socket).bytes), radix: 16)
    }

    /// Whether only this user can change a directory, or it does not exist yet.
    private static func isPrivate(_ directory: String) -> Bool {
        do throws(SystemError) {
            let status = try Kernel.status(of: directory)
            return status.owner == Kernel.userID && status.directoryFault(for: Kernel.userID) == nil
        } catch {
            return error.errno == .noSuchFile
        }
    }

    package var oneTimeTokens: OneTimeTokens { OneTimeTokens(beside: token) }

    private var lock: String { "\(name).lock" }

    private var status: String { "\(name).status" }

    /// Returns the status of the gateway that serves; nil if none does, or if it is just starting or ending.
    package func running() throws(SystemError) -> GatewayStatus? {
        // Another user could name any process and any URL in a directory of theirs.
        guard Self.isPrivate(Path.directory(of: token)), let pid = try FileLock.holder(of: lock) else { return nil }
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try KernelFileSystem().open(status, [.read, .noFollow, .regular])
            bytes = try file.readFully(count: GatewayFiles.statusLimit, at: 0)
        } catch  where error.errno == .noSuchFile {
            return nil
        }
        guard let text = try? JSON.check(bytes.span), let status = try? GatewayStatus(text, in: bytes.span),
            status.pid == pid
        else { return nil }
        return status
    }

    /// Publishes the status of this process until the claim ends; nil if another gateway has published its own.
    package func publish(_ status: GatewayStatus) throws(SystemError) -> GatewayClaim? {
        let deadline = Kernel.monotonicTime() + GatewayFiles.readingTime
        while true {
            switch try FileLock.acquire(lock) {
            case .acquired(let lock):
                try write(status)
                return GatewayClaim(lock, status: self.status)
            case .held:
                // Perhaps only a reader has the lock, or the other gateway is about to publish its status.
                guard try running() == nil, Kernel.monotonicTime() < deadline else { return nil }
                try Kernel.sleep(for: .milliseconds(1))
            }
        }
    }

    private func write(_ status: GatewayStatus) throws(SystemError) {
        let files = KernelFileSystem()
        let temporary = "\(self.status).new"
        let file = try files.open(temporary, [.write, .create, .truncate], mode: 0o600)
        var writer = JSONWriter()
        status.write(to: &writer)
        try file.writeFully([UInt8](writer.takeBytes()).span, at: 0)
        try files.rename(temporary, to: self.status)
    }
}

/// The published status of this process, which ends with the claim.
package struct GatewayClaim: ~Copyable {
    private let lock: FileLock
    private let status: String

    fileprivate init(_ lock: consuming FileLock, status: String) {
        self.lock = lock
        self.status = status
    }

    deinit {
        try? Kernel.removeFile(status)
    }
}
