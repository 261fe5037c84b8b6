import JSONCore
import RPCCore
import StateCore
import TunableEngine

/// Decides which values a result shows, and which changes it marks as secret.
struct SecretFilter {
    /// The keys whose changes are secret.
    private let keys: SecretKeys
    /// Whether the values of secret keys are shown.
    private let reveals: Bool

    /// Creates the filter of a result that is not meant for programs: it shows secret values only to a caller that has
    /// asked for them.
    init(_ state: State, for caller: Caller) {
        keys = state.secretKeys
        reveals = (caller.peer.session as? Session)?.reveals == true
    }

    /// Creates the filter of a result that programs need: it marks secret values, but shows them.
    init(delivering keys: SecretKeys) {
        self.keys = keys
        reveals = true
    }

    /// Whether nothing is hidden.
    var showsAll: Bool { reveals || keys.isEmpty }

    /// Returns whether changes of a key are marked as secret.
    func isSecret(_ key: Key) -> Bool { !keys.isEmpty && keys.contains(key) }

    /// Returns whether the present values of a key with this declaration are hidden.
    func hides(_ spec: Spec?) -> Bool { !reveals && spec?.isSecret == true }

    /// Returns whether the present values of a tunable are hidden.
    func hides(_ key: Span<UInt8>, in state: State) -> Bool { !reveals && state.isDeclaredSecret(key) }

    /// Returns what a result shows in place of a change's value.
    func shown(_ value: JSON?, isSecret: Bool) -> JSON? {
        isSecret && !reveals ? value.map { _ in .secretMark } : value
    }
}
