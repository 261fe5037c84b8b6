import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// The key that may be meant by one that is not there.
    func nearest(to key: Key) -> String? {
        tunables.entries.nearest(to: key.text) ?? (key.isBuiltIn ? BuiltInTunables.all.nearest(to: key.text) : nil)
    }

    /// The declared key that may be meant by one that is not declared.
    func nearestDeclared(to key: Key) -> String? {
        tunables.entries.nearest(to: key.text) { $0.declaration != nil }
    }

    /// The flag that may be meant by one that is not there.
    func nearest(to key: FlagKey) -> String? {
        flags.nearest(to: key.text) { $0.definition != nil }
    }
}
