package import GatewayFiles
import JSONCore
package import NetworkCore
import OptionCore
package import SystemCore

/// A reason why the gateway cannot start.
package enum GatewayError: Error, Equatable, Sendable {
    /// The text is no address.
    case noAddress(String)
    /// Other machines could connect to the address.
    case notLoopback(String, port: UInt16)
    case portInUse(Endpoint, PortHolder?)
    case cannotListen(SystemError)
    case tokenFile(String, TokenFile.Fault)
    /// Standard input is a file or `/dev/null`, and should stop the gateway at its end.
    case inputCannotEnd

    /// A descriptor that the service manager announced is not open.
    case inheritedNothing(Int32)
    /// A descriptor from the service manager is no listening TCP socket.
    case inheritedNoListener(Int32)
    /// Other machines can connect to a socket from the service manager.
    case inheritedNotLoopback(Int32, Endpoint)
    case inheritedFailed(SystemError)
    /// The service manager passes sockets, and an option names another address.
    case inheritedDespite(option: String)
}

extension GatewayError: CustomStringConvertible {
    /// A sentence for the user: the problem and a remedy.
    package var description: String {
        switch self {
        case .noAddress(let text):
            "\(text.shown) is not an address; listen on 127.0.0.1 or ::1 with --host"
        case .notLoopback(let text, let port):
            "\(text.shown) is not a loopback address, and tunerweb serves only this machine; "
                + "from another machine, use: \(GatewayError.tunnel(to: port))"
        case .portInUse(let endpoint, let holder):
            "\(GatewayError.name(holder)) listens on \(endpoint) already; stop it, or choose another port with --port"
        case .cannotListen(let error):
            "\(error); choose another address with --host, or another port with --port"
        case .tokenFile(let path, let fault):
            "the token file \(path.shownWhole) \(fault.reason); "
                + (fault.commands(for: path).map { "\($0); or " } ?? "") + "name another file with --token-file"
        case .inputCannotEnd:
            "standard input is not a pipe, socket or terminal; start tunerweb with a pipe as standard input, "
                + "or without --stop-on-eof"
        case .inheritedNothing(let number):
            "the service manager did not pass descriptor \(number), although LISTEN_FDS includes it; "
                + "start tunerweb with its socket unit, or without LISTEN_FDS"
        case .inheritedNoListener(let number):
            "descriptor \(number) from the service manager is not a listening TCP socket; "
                + "in the socket unit, use only ListenStream= with an address and a port"
        case .inheritedNotLoopback(let number, let endpoint):
            "descriptor \(number) from the service manager listens on \(endpoint), to which other machines can connect; "
                + "set ListenStream=127.0.0.1:\(endpoint.port) in the socket unit"
        case .inheritedDespite(let option):
            "\(option) cannot be used with the sockets of a service manager; "
                + "remove \(option), and set ListenStream= in the socket unit: systemctl --user edit tunerweb.socket"
        case .inheritedFailed(let error):
            "\(error); start tunerweb with its service manager, or without the variables of the service manager"
        }
    }

    /// Returns the command for another machine; port 0 is no port there.
    private static func tunnel(to port: UInt16) -> String {
        let port = port == 0 ? GatewayOptions.usualPort : port
        return "ssh -L \(port):localhost:\(port) HOST"
    }

    private static func name(_ holder: PortHolder?) -> String {
        guard let holder else { return "another program" }
        guard let processID = holder.processID else { return "a program of user \(holder.user)" }
        return "\(holder.name?.shown ?? "a program") (pid \(processID))"
    }
}

extension TokenFile.Fault {
    /// The end of a sentence that begins with the path of the file.
    fileprivate var reason: String {
        switch self {
        case .failed(let error): "cannot be used: \(error)"
        case .isNoFile(let kind): "is \(kind.words)"
        case .directory(let path, .isLink): "is in \(path.shownWhole), which is a symbolic link"
        case .directory(let path, .isNotDirectory): "is in \(path.shownWhole), which is not a directory"
        case .directory(let path, .belongs(let user)): "is in \(path.shownWhole), which belongs to user \(user)"
        case .directory(let path, .isWritable): "is in \(path.shownWhole), which other users can write to"
        case .belongs(let user): "belongs to user \(user)"
        case .isOpen(let mode): "is open to other users (mode 0\(String(mode, radix: 8)))"
        case .content:
            "does not contain a token of \(TokenFile.length.lowerBound) to \(TokenFile.length.upperBound) characters"
        }
    }

    /// The commands that make the file usable; nil if there are none.
    fileprivate func commands(for path: String) -> String? {
        let file = path.shownWhole.shellWord
        return switch self {
        case .isOpen:
            "if other users may know its token, type: rm \(file), for a new one; to keep the token, type: chmod 600 \(file)"
        case .content: "for a new token, type: rm \(file)"
        case .directory(let directory, .isWritable(let mode)) where mode & 0o1000 == 0:
            "type: chmod go-w \(directory.shownWhole.shellWord)"
        case .failed, .isNoFile, .directory, .belongs: nil
        }
    }
}
