import FlagEngine
import JSONCore
import TunableEngine

@testable import StateCore

/// A state and its viewers: the clients outside every world, and the members of each world.
///
/// The model compares the notifications of each viewer with the effective values before and after.
struct ViewModel {
    private(set) var state: State

    init(rules: StateRules) {
        state = State(epoch: "e", rules: rules)
    }

    /// Performs steps that are published together, and returns the notifications that are missing, wrong or needless.
    mutating func publish(_ steps: [Script.Step]) -> [String] {
        var faults: [String] = []
        let before = state
        var commits: [Commit] = []
        var worldKeys: [WorldKey] = []
        var ended: Set<String> = []
        var flags: Set<FlagKey> = []
        var worldFlags: [String: Set<FlagKey>] = [:]
        for step in steps {
            let last = state
            guard let outcome = try? state.perform(step.mutation, by: step.author, at: step.time) else { continue }
            faults += ViewModel.faults(
                in: outcome.commit?.changes ?? [],
                from: View(last),
                to: View(state),
                "a commit's changes"
            )
            commits += outcome.commit.map { [$0] } ?? []
            worldKeys += outcome.worldKeys
            ended.formUnion(outcome.endedWorlds)
            flags.formUnion(outcome.flagChanges.map(\.key))
            for change in outcome.worldFlagChanges {
                worldFlags[change.world, default: []].insert(change.key)
            }
        }
        for key in Script.keys {
            let shared = state.tunable(key)
            let bytes = key.text.utf8.span
            let resolution = state.resolver.resolve(bytes, shared?.declaration, local: shared?.local?.value, world: nil)
            if state.resolved(bytes).resolution != resolution {
                faults.append("everybody: the stored resolution of \(key) is not that of its origins")
            }
        }
        let touched = TouchedKeys(commits: commits, worldKeys: worldKeys, after: state)
        faults += ViewModel.flagFaults(in: flags, from: View(before), to: View(state), "everybody")
        for world in Script.worlds {
            guard let old = try? View(before, from: world) else { continue }
            guard let new = try? View(state, from: world) else {
                faults += ended.contains(world) ? [] : ["\(world) ended without a word"]
                continue
            }
            // The world ended, and with it its subscriptions. Another world may have its name now.
            if ended.contains(world) { continue }
            let changes = new.changes(from: old, of: touched, own: touched.ownKeys(of: new, in: world))
            faults += ViewModel.faults(in: changes, from: old, to: new, world)
            let keys = flags.union(worldFlags[world] ?? [])
            faults += ViewModel.flagFaults(in: keys, from: old, to: new, world)
        }
        return faults
    }

    private static func faults(in changes: [Change], from old: View, to new: View, _ viewer: String) -> [String] {
        var faults: [String] = []
        var sent: [Key: Change] = [:]
        for change in changes where sent.updateValue(change, forKey: change.key) != nil {
            faults.append("\(viewer): \(change.key) is sent twice")
        }
        for key in Script.keys {
            let bytes = key.text.utf8.span
            let before = old.resolution(of: bytes).value
            let now = new.resolution(of: bytes)
            let end = new.state.end(of: bytes, now.origin, in: new.world)
            let expected =
                now.value == before
                ? nil : Change(key: key, value: now.value, old: before, origin: now.origin, end: end)
            let change = sent.removeValue(forKey: key)
            if change != expected {
                faults.append("\(viewer): \(key) is sent as \(show(change)), and should be as \(show(expected))")
            }
        }
        return faults + sent.keys.map { "\(viewer): \($0) is sent, and no step names it" }
    }

    private static func flagFaults(
        in keys: Set<FlagKey>,
        from old: View,
        to new: View,
        _ viewer: String
    ) -> [String] {
        Script.flags.filter { key in
            !keys.contains(key) && FlagSight(old.flag(key)) != FlagSight(new.flag(key))
        }.map { "\(viewer): the flag \($0) is not evaluated again" }
    }

    private static func show(_ change: Change?) -> String {
        guard let change else { return "no change" }
        let end = change.end.map { "until \($0)" } ?? "lasting"
        return
            "\(change.old?.line ?? "nothing") → \(change.value?.line ?? "nothing") from \(change.origin.name), \(end)"
    }
}

/// Everything of a flag that an evaluation depends on.
private struct FlagSight: Equatable {
    let definition: FlagDefinition
    let override: FlagOverride?
    let isLimited: Bool

    init?(_ flag: EffectiveFlag?) {
        guard let flag else { return nil }
        definition = flag.definition
        override = flag.isOverridden ? flag.override?.content : nil
        isLimited = flag.isLimited
    }
}
