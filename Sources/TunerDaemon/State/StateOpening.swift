import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerStore

/// A state that was recovered from its directory, or a new one.
///
/// This is a class because copying such a large structure looks up types, which took a sixth of the instructions of a
/// start.
final class StateOpening {
    let state: State
    let softState: SoftState
    /// The default targeting key of flags: the first epoch of the state.
    let targetingKey: String
    /// Whether this opening gave the soft state an identity, which must be saved.
    let hasNewIdentity: Bool
    /// The files that recovery found in the directory.
    let recovered: RecoveredFiles

    /// Recovers the state in a directory.
    init(
        _ files: any FileSystem,
        directory: String,
        rules: StateRules,
        recovers: Bool,
        log: Log
    ) throws(StoreError) {
        var loader = StateLoader(rules: rules)
        recovered = try Recovery.run(files, directory: directory, repairing: recovers, into: &loader)
        for note in recovered.notes {
            log.event(.warning, "\(note)")
        }
        let isKept = !recovered.needsNewEpoch
        var state = loader.finish(epoch: (isKept ? recovered.epoch : nil) ?? StateOpening.newEpoch())
        state.keepRevisions(through: recovered.revision)
        if recovered.mustSkipRevisions {
            state.skipRevisions()
        }
        self.state = state
        var softState = loader.softState
        if !isKept, softState.identity == nil, recovered.epoch?.isEmpty == false {
            softState.identity = recovered.epoch
        }
        self.softState = softState
        targetingKey = softState.identity ?? state.epoch
        hasNewIdentity = softState.identity != loader.softState.identity
    }

    /// Returns a random name for a new epoch.
    private static func newEpoch() -> String {
        String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
    }
}
