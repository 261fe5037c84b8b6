package import TunableEngine

/// Usage data that is stored without commits, so that it cannot be undone.
///
/// If the daemon does not exit cleanly, the last second of it may be lost.
package struct SoftState: Equatable, Sendable {
    /// When a layer was put last, and what was rejected since.
    package struct LayerRecord: Equatable, Sendable {
        /// When the layer was put last.
        package var arrival: Moment?
        /// The rejections since ``arrival``; nil if there were none.
        package var rejection: Rejection?

        package init() {}
    }

    /// The rejected versions of a layer.
    package struct Rejection: Equatable, Sendable {
        package var count: Int64
        /// The time of the last rejection.
        package var time: Moment
        /// The reason of the last rejection.
        package var error: String

        package init(count: Int64, time: Moment, error: String) {
            self.count = count
            self.time = time
            self.error = error
        }
    }

    /// The first epoch of the state, which flags use as the targeting key of the daemon.
    ///
    /// It is nil while the state still has its first epoch.
    package var identity: String?

    /// The most layer names to record.
    ///
    /// Further names are not recorded.
    private static let maxLayers = 4_096

    /// The records by layer name.
    package var layers: [String: LayerRecord] = [:]

    /// The most keys whose declaration time is recorded.
    ///
    /// When there are more, only the newest half of this number is kept.
    package static let maxDeclarations = 4_096

    /// When each key was last declared, including declarations that changed nothing.
    package private(set) var declarations: [Key: Moment] = [:]

    /// The stew data of the clients outside every world.
    package var stew = StewMemory()

    /// The stew data of each world, by the world's identity.
    ///
    /// Like worlds, it is never written to disk.
    var stewInWorlds: [String: StewMemory] = [:]

    package init() {}

    /// Records that a layer was put, and clears its rejections.
    package mutating func note(arrivalOf layer: String, at time: Moment) {
        guard hasRoom(for: layer) else { return }
        layers[layer, default: LayerRecord()] = LayerRecord()
        layers[layer]?.arrival = time
    }

    /// Records that a layer was rejected.
    package mutating func note(rejectionOf layer: String, at time: Moment, _ error: String) {
        guard hasRoom(for: layer) else { return }
        let count = layers[layer]?.rejection?.count ?? 0
        layers[layer, default: LayerRecord()].rejection = Rejection(count: count + 1, time: time, error: error)
    }

    /// Records that keys were declared, and drops the oldest times when there are too many.
    package mutating func note(declarationOf keys: some Collection<Key>, at time: Moment) {
        for key in keys.prefix(SoftState.maxDeclarations) {
            declarations[key] = time
        }
        guard declarations.count > SoftState.maxDeclarations else { return }
        let newestFirst = declarations.sorted { one, other in
            one.value == other.value ? one.key < other.key : one.value > other.value
        }
        declarations = [:]
        for (key, time) in newestFirst.prefix(SoftState.maxDeclarations / 2) {
            declarations[key] = time
        }
    }

    /// Removes the declaration time of a key whose declaration is removed.
    package mutating func forget(declarationOf key: Key) {
        declarations[key] = nil
    }

    private func hasRoom(for layer: String) -> Bool {
        layers[layer] != nil || layers.count < SoftState.maxLayers
    }
}
