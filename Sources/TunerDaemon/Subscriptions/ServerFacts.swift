import StateCore
import TunerAPI

/// What subscribers of the daemon itself are told of, as it is at one moment: a value.
struct ServerFacts: Equatable {
    let limited: LimitedRecord
    let layers: Layers
    let storage: StorageRecord
    let flagsFile: FlagsFileRecord?

    /// What `layers.list` tells, besides ages.
    struct Layers: Equatable {
        fileprivate struct Seen: Equatable {
            let layer: Layer
            let isStale: Bool

            // A layer that was put anew is another object: to compare what both hold would take as long as they are.
            static func == (one: Seen, other: Seen) -> Bool {
                one.layer === other.layer && one.isStale == other.isStale
            }
        }

        fileprivate let seen: [Seen]
        fileprivate let activeCount: Int
        /// What was refused, by the name it came under.
        fileprivate let rejections: [String: Int64]

        /// How many there are.
        var count: Int64 { Int64(seen.count) }
    }

    /// Looks at a state, at what is remembered besides, at the disk, and at the file of flags.
    init(_ state: State, _ softState: SoftState, trouble: String?, _ file: FlagsFile?, at now: Moment) {
        limited = LimitedRecord(state.allLimits)
        storage = StorageRecord(trouble)
        flagsFile = file?.record
        layers = Layers(
            seen: state.allLayers.map { layer in
                Layers.Seen(layer: layer, isStale: LayerHealth(of: layer, softState, at: now).isStale)
            },
            activeCount: state.activeNames.count,
            rejections: softState.layers.compactMapValues { $0.rejection?.count }
        )
    }

    /// What is otherwise than it was before; none where nothing is.
    func changes(since before: ServerFacts) -> ServerChangedParameters? {
        guard self != before else { return nil }
        var changes = ServerChangedParameters()
        changes.limited = limited == before.limited ? nil : limited
        changes.layers = layers == before.layers ? nil : layers.count
        changes.storage = storage == before.storage ? nil : storage
        changes.flagsFile = flagsFile == before.flagsFile ? nil : flagsFile
        return changes
    }
}
