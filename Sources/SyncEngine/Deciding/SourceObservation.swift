import JSONCore
import LayerPayloads

/// What a person can see of a source.
package struct SourceObservation: Sendable, Equatable {
    /// What happens for a source now.
    package enum Activity: String, Sendable {
        /// The next fetch is not due yet.
        case waiting
        case fetching
        /// etcd sends each change, or the origin responds as soon as there is one.
        case watching
        /// The daemon has not responded yet to the put of new content.
        case storing
        /// A content of a rollout is there for a time, and is checked.
        case trying
        /// The rule of the source is false, so nothing is fetched.
        case off
    }

    package let activity: Activity
    package let status: SourceStatus
    /// The address without its query, which can have a token.
    package let shownAddress: String
    /// The version of the content that the daemon has accepted.
    package let version: String?
    /// Why the last fetch or its payload was not usable, or why the daemon cannot store it now.
    package let error: String?
    /// What the machine does in the rollout of the layer; nil if the layer has none.
    package let rollout: String?
}

extension SourceState {
    fileprivate var activity: SourceObservation.Activity {
        if !isInUse { return .off }
        if isFetching, !polling.isWaiting { return .fetching }
        if trial?.isInDaemon == true { return .trying }
        if putting != nil || putDue != nil { return .storing }
        if polling.isWaiting || polling.isWatching { return .watching }
        return source.etcd == nil || status.failures > 0 ? .waiting : .watching
    }
}

extension SyncEngine {
    /// The sources whose rules are true, and those without a rule.
    package var sourcesInUse: [SyncSource] { sources.filter(\.isInUse).map(\.source) }

    /// What a person can see of each source, in the order of the configuration.
    package var observations: [SourceObservation] {
        sources.map { state in
            let version: String? =
                if case .string(let version)? = state.kept?.payload.members["version"] { version } else { nil }
            return SourceObservation(
                activity: state.activity,
                status: state.status,
                shownAddress: state.source.shownAddress,
                version: version,
                error: state.status.error ?? state.postponement,
                rollout: state.trial?.text
            )
        }
    }
}
