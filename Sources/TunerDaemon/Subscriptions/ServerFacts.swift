import StateCore
import TunerAPI

/// The facts about the daemon that its subscribers receive, at one moment.
struct ServerFacts: Equatable {
    let limited: KillSwitchesRecord
    let layers: Layers
    let declarations: Declarations
    let worlds: Worlds
    /// The numbers of the pending tries.
    let tries: [Int64]
    let sources: Sources
    let jobs: RunningJobs
    let storage: StorageRecord
    let flagsFile: FlagsFileRecord?
    let flagsVersion: String
    /// The number of changes of the reports of subscribers; nil if the subscriber does not want it.
    private(set) var applied: UInt64?

    /// The contents of `layers.list`, except ages.
    struct Layers: Equatable {
        fileprivate struct LayerFacts: Equatable {
            let layer: Layer
            let isStale: Bool

            // A layer that is set again is a new object. Comparing contents would take time in proportion to the
            // layer's size.
            static func == (one: LayerFacts, other: LayerFacts) -> Bool {
                one.layer === other.layer && one.isStale == other.isStale
            }
        }

        fileprivate let all: [LayerFacts]
        fileprivate let activeCount: Int
        /// The number of refused attempts to set each layer, by layer name.
        fileprivate let rejections: [String: Int64]

        var count: Int64 { Int64(all.count) }
    }

    /// The declarations of tunables.
    struct Declarations: Equatable {
        /// The revision of the last commit that changed a declaration since the daemon started.
        fileprivate let revision: Int64
        fileprivate let count: Int64

        // The number of keys changes with free keys, too.
        static func == (one: Declarations, other: Declarations) -> Bool { one.revision == other.revision }
    }

    /// The worlds.
    struct Worlds: Equatable {
        fileprivate let names: Set<String>
        /// The number of times that connections have joined or left worlds.
        fileprivate let moves: UInt64
    }

    /// The sources of layers that programs report.
    struct Sources: Equatable {
        /// The number of changes of the reports.
        fileprivate let changes: UInt64
        fileprivate let count: Int64
    }

    /// The jobs that programs report.
    struct RunningJobs: Equatable {
        /// The number of changes of the reports.
        fileprivate let changes: UInt64
        fileprivate let count: Int64
    }

    /// Collects the facts from a state, the soft state, the disk and the flags file.
    init(
        _ state: State,
        flagsVersion: String,
        declarationRevision: Int64,
        worldMoves: UInt64,
        _ sources: SyncSources,
        _ jobs: Jobs,
        _ applied: AppliedReports,
        _ softState: SoftState,
        trouble: String?,
        _ file: FlagsFile?,
        at now: Moment
    ) {
        limited = KillSwitchesRecord(state.allKillSwitches)
        storage = StorageRecord(trouble)
        flagsFile = file?.record
        self.flagsVersion = flagsVersion
        self.applied = applied.changes
        declarations = Declarations(revision: declarationRevision, count: Int64(state.tunableCount))
        worlds = Worlds(names: state.worldNames, moves: worldMoves)
        tries = state.allTries.map(\.id)
        self.sources = Sources(changes: sources.changes, count: sources.count)
        self.jobs = RunningJobs(changes: jobs.changes, count: Int64(jobs.runningCount))
        layers = Layers(
            all: state.allLayers.map { layer in
                Layers.LayerFacts(layer: layer, isStale: LayerHealth(of: layer, softState, at: now).isStale)
            },
            activeCount: state.activeNames.count,
            rejections: softState.layers.compactMapValues { $0.rejection?.count }
        )
    }

    /// The facts for a subscriber that does not want the reports.
    var withoutApplied: ServerFacts {
        var facts = self
        facts.applied = nil
        return facts
    }

    /// Returns the facts that differ from earlier facts; nil if all are equal.
    func changes(since before: ServerFacts) -> ServerChangedParameters? {
        guard self != before else { return nil }
        var changes = ServerChangedParameters()
        changes.limited = limited == before.limited ? nil : limited
        changes.layers = layers == before.layers ? nil : layers.count
        changes.sources = sources == before.sources ? nil : sources.count
        changes.tunables = declarations == before.declarations ? nil : declarations.count
        changes.worlds = worlds == before.worlds ? nil : Int64(worlds.names.count)
        changes.tries = tries == before.tries ? nil : Int64(tries.count)
        changes.jobs = jobs == before.jobs ? nil : jobs.count
        changes.storage = storage == before.storage ? nil : storage
        changes.flagsFile = flagsFile == before.flagsFile ? nil : flagsFile
        changes.flagsVersion = flagsVersion == before.flagsVersion ? nil : flagsVersion
        changes.applied = applied == before.applied ? nil : applied.map { Int64(clamping: $0) }
        return changes
    }
}
