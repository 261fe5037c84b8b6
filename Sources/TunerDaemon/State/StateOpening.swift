import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerStore

/// A state as it was read back from its folder, or a new one.
///
/// An object: the copies out of so large a structure would look up types, a sixth of a start's instructions.
final class StateOpening {
    /// What is committed.
    let state: State
    /// What is remembered besides.
    let softState: SoftState
    /// By what flags bucket where nothing else is named: the state's first epoch.
    let targetingKey: String
    /// Whether what is remembered has the state's identity since this opening, and is to be written so.
    let hasNewIdentity: Bool
    /// What was found in the folder.
    let recovered: RecoveredFiles

    /// Reads the state in a folder.
    init(
        _ files: any FileSystem,
        folder: String,
        rules: StateRules,
        recovers: Bool,
        log: Log
    ) throws(StoreError) {
        var loader = StateLoader(rules: rules)
        recovered = try Recovery.run(files, folder: folder, repairing: recovers, into: &loader)
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

    /// Names a state that is new.
    private static func newEpoch() -> String {
        String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
    }
}
