package import TunableEngine

/// Memory of use: no commit, no undo, and at an unclean end the last second of it may be lost.
package struct SoftState: Equatable, Sendable {
    /// How a layer fares.
    package struct LayerRecord: Equatable, Sendable {
        /// When it was put last.
        package var arrival: Moment?
        /// What was refused under its name since.
        package var rejection: Rejection?

        /// Nothing has happened yet.
        package init() {}
    }

    /// Layers that were refused.
    package struct Rejection: Equatable, Sendable {
        /// How many.
        package var count: Int64
        /// When last.
        package var time: Moment
        /// Why last.
        package var error: String

        /// Notes what was refused.
        package init(count: Int64, time: Moment, error: String) {
            self.count = count
            self.time = time
            self.error = error
        }
    }

    /// What flags call the state by which they bucket, where that is not its epoch: the first it had.
    package var identity: String?

    /// So many names are remembered.
    private static let mostLayers = 4_096

    /// By the layers' names.
    package var layers: [String: LayerRecord] = [:]

    /// Of so many keys it is remembered when they were declared; then the half is forgotten that was declared longest ago.
    package static let mostDeclarations = 4_096

    /// When keys were last declared, also where that changed nothing.
    package private(set) var declarations: [Key: Moment] = [:]

    /// What is remembered of stews for all who are in no world.
    package var stew = StewMemory()

    /// The same of worlds, by their names: as worlds, it is in memory alone.
    var stewInWorlds: [String: StewMemory] = [:]

    /// Nothing is remembered.
    package init() {}

    /// Notes that a layer has come.
    package mutating func note(arrivalOf layer: String, at time: Moment) {
        guard hasRoom(for: layer) else { return }
        layers[layer, default: LayerRecord()] = LayerRecord()
        layers[layer]?.arrival = time
    }

    /// Notes that a layer was refused.
    package mutating func note(rejectionOf layer: String, at time: Moment, _ error: String) {
        guard hasRoom(for: layer) else { return }
        let count = layers[layer]?.rejection?.count ?? 0
        layers[layer, default: LayerRecord()].rejection = Rejection(count: count + 1, time: time, error: error)
    }

    /// Notes that keys were declared.
    package mutating func note(declarationOf keys: some Collection<Key>, at time: Moment) {
        for key in keys.prefix(SoftState.mostDeclarations) {
            declarations[key] = time
        }
        guard declarations.count > SoftState.mostDeclarations else { return }
        let newestFirst = declarations.sorted { one, other in
            one.value == other.value ? one.key < other.key : one.value > other.value
        }
        declarations = [:]
        for (key, time) in newestFirst.prefix(SoftState.mostDeclarations / 2) {
            declarations[key] = time
        }
    }

    /// Forgets when a key was declared, with its declaration.
    package mutating func forget(declarationOf key: Key) {
        declarations[key] = nil
    }

    private func hasRoom(for layer: String) -> Bool {
        layers[layer] != nil || layers.count < SoftState.mostLayers
    }
}
