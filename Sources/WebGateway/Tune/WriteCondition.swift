import HTTPCore
import JSONCore
import RPCCore
import TunerAPI

/// The conditions of a request that changes a key, as the daemon checks them together with the change.
struct WriteCondition: Equatable {
    /// Why a condition needs no call: it is false in any state, or nothing can check it.
    enum Fault: Error, Equatable {
        case isFalse
        case notChecked
    }

    static let none = WriteCondition()

    /// Whether the key must exist.
    var needsKey = false
    /// The epoch of the state that `ifRevision` is about; nil if any state will do.
    var epoch: String?
    /// The revision after which the key must not have changed; 0 if the key must not exist.
    var ifRevision: Int64?

    private init() {}

    /// Translates the conditions of a request.
    ///
    /// An entity tag is an ``EventMoment``, and nothing in a world has one.
    init(_ conditions: RequestConditions, in world: String?) throws(Fault) {
        if let list = conditions.noneMatch {
            guard list.isAny else { throw .notChecked }
            // What matches must exist.
            guard conditions.match == nil else { throw .isFalse }
            ifRevision = 0
        }
        guard let list = conditions.match else { return }
        needsKey = true
        guard !list.isAny else { return }
        let moments = world == nil ? list.strongTags.compactMap { EventMoment(id: $0) } : []
        guard let last = moments.last else { throw .isFalse }
        epoch = last.epoch
        ifRevision = moments.filter { $0.epoch == last.epoch }.map(\.revision).max()
        // No value has this tag, and the daemon would take it as the condition that the key does not exist.
        guard ifRevision != 0 else { throw .isFalse }
    }
}

extension WriteCondition.Fault {
    var status: HTTPStatus { self == .isFalse ? .preconditionFailed : .badRequest }

    var sentence: String {
        switch self {
        case .isFalse:
            "If-Match has no ETag of the value; read the value with GET /tune/KEY, whose response has the ETag "
                + "(in a world, values have none)"
        case .notChecked: "If-None-Match of a change must be *, which sets the key only if it does not exist"
        }
    }
}

extension DaemonFault {
    /// The fault of a change whose condition is about a state that the daemon no longer has.
    static let otherEpoch = DaemonFault.refused(
        RemoteError(
            code: Int64(ErrorKind.conflict.code),
            message: "the daemon has lost or replaced its state since the ETag was sent; read the value again",
            data: ["kind": .string(ErrorKind.conflict.rawValue)]
        )
    )

    /// Whether the daemon refused a change because of its condition.
    func isFailure(of condition: WriteCondition) -> Bool {
        guard condition != .none, case .refused(let error) = self else { return false }
        return error.kind == ErrorKind.conflict.rawValue || error.kind == ErrorKind.unknownKey.rawValue
    }
}
