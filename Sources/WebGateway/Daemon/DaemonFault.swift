import ClientCore
import JSONCore
import OptionCore
import RPCCore
import SystemCore
import TunerAPI

/// The reason why the daemon has not done what a request needs.
enum DaemonFault: Error, Equatable {
    /// There is no connection to the daemon, so it has done nothing; the sentence says why, and what to do.
    case unavailable(String)
    /// The daemon has received the call, and may have executed it, but has not responded; the sentence says why.
    case interrupted(String)
    /// A limit is reached, so the call was not sent; the sentence says which one.
    case overloaded(String)
    /// The daemon refused the call.
    case refused(RemoteError)
    /// The result has another type than the method declares, or the call cannot be sent as JSON.
    case unreadable
}

extension DaemonFault {
    /// The fault of a call for which there is no room.
    static let tooManyCalls = DaemonFault.overloaded("too many calls wait for the daemon; try again later")

    /// The fault of a call that is longer than a message of the daemon.
    static func tooLong(limit: Int64) -> DaemonFault {
        let kind = ErrorKind.tooLarge
        let message =
            "the daemon accepts messages of at most \(limit) bytes (tunerd --max-message), and this one is longer"
        return .refused(
            RemoteError(code: Int64(kind.code), message: message, data: ["kind": .string(kind.rawValue)])
        )
    }

    /// The fault of the calls that wait for a link when the link has lost its connection.
    init(_ fault: LinkFault, at address: DaemonAddress, startCommand: String) {
        let path = address.path.shownWhole
        switch fault {
        case .client(.refused(let error)): self = .refused(error)
        case .client(.unwritable): self = .unreadable
        case .noAddress(let fault): self = .unavailable(fault.sentence(about: address.path))
        case .client(.unreachable(let error)) where !error.errno.meansNobodyListens:
            self = .unavailable(
                "cannot connect to the daemon at \(path): \(error.errno) (\(error.errno.name)); "
                    + "to find out why, type: tunerctl doctor"
            )
        case .client(.unreachable):
            self = .unavailable("no daemon responds at \(path); start one with: \(startCommand)")
        case .client(.distrusted(let fault)):
            self = .unavailable("\(fault.reason); to connect anyway, start tunerweb with --socket PATH")
        case .client(.closed):
            self = .unavailable(
                "the daemon at \(path) closed the connection; if the daemon has stopped, start one with: \(startCommand)"
            )
        case .client(.timedOut), .dropped:
            self = .unavailable("the daemon at \(path) does not respond; to find out why, type: tunerctl doctor")
        case .client(.garbled):
            self = .unavailable(
                "the program at \(path) is not tunerd; start tunerweb with --socket and the daemon's socket"
            )
        case .otherProtocol(let version):
            self = .unavailable(
                "the daemon at \(path) uses protocol version \(version), but tunerweb uses version "
                    + "\(API.protocolVersion); install both from one release"
            )
        }
    }

    /// The fault of a call that has failed on a link to a daemon.
    ///
    /// Without `changes`, it does not matter whether the daemon has executed the call, so a client may repeat it.
    init(_ failure: CallFailure, at address: DaemonAddress, startCommand: String, changes: Bool = true) {
        switch failure {
        case .refused(let error): self = .refused(error)
        case .overloaded: self = .tooManyCalls
        case .unwritable, .unreadable: self = .unreadable
        case .lost:
            let fault = "the connection to the daemon at \(address.path.shownWhole) was lost before the response"
            let advice = "if the daemon has stopped, start one with: \(startCommand)"
            self =
                changes
                ? .interrupted("\(fault); a change may have been made; \(advice)") : .unavailable("\(fault); \(advice)")
        }
    }
}
