import JSONCore
package import LayerPayloads

/// What the process around the engine must do.
package enum SyncAction: Sendable, Equatable {
    /// Fetch the content of a source, unless it is the one of the validators.
    case fetch(SyncSource, Validators)
    /// Call `layers.put` with the content.
    case put(SyncSource, LayerPayload)
    /// Activate a layer, at its place among the layers that are active.
    case activate(String)
    /// Deactivate a layer; the other active layers stay active.
    case deactivate(String)
    /// Store the last known good content of a source.
    case keep(KeptLayer)
    /// Remove a layer from the daemon, and its stored content.
    case remove(String)
    /// Store the status of all sources.
    case remember
    /// Report to a person what happened to a source.
    case report(SyncReport)
    /// Do something for the trial of a content, and pass the result with the same ID.
    case trial(TrialID, TrialCall)
    /// Store what the machine knows about its part in a rollout, and publish its report.
    case rememberTrial(TrialRecord)
    /// Forget what the machine knows about its part in the rollout of a layer.
    case forgetTrial(String)
}

/// The last known good content of a source, as it is stored.
package struct KeptLayer: Sendable, Equatable {
    package let layer: String
    /// The URL and the format that the content is from.
    package let address: String
    package let format: SyncSource.Format
    package let validators: Validators
    package let payload: LayerPayload

    package init(
        layer: String,
        address: String,
        format: SyncSource.Format,
        validators: Validators,
        payload: LayerPayload
    ) {
        self.layer = layer
        self.address = address
        self.format = format
        self.validators = validators
        self.payload = payload
    }

    /// Creates the content of a source.
    package init(_ source: SyncSource, _ payload: LayerPayload, _ validators: Validators) {
        self.init(
            layer: source.layer,
            address: source.address,
            format: source.format,
            validators: validators,
            payload: payload
        )
    }

    /// Returns whether the content is from a source.
    package func isFrom(_ source: SyncSource) -> Bool {
        layer == source.layer && address == source.address && format == source.format
    }
}

/// An event of a source, for the log.
package struct SyncReport: Sendable, Equatable {
    package enum Level: String, Sendable {
        case info
        case warning
    }

    package let level: Level
    package let layer: String
    /// A sentence that begins with what the layer did.
    package let text: String
}
