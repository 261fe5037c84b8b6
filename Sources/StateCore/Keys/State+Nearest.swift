import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the existing key that is nearest to an unknown one, or nil if none is near.
    func nearest(to key: Key) -> String? {
        tunables.entries.nearest(to: key.text) ?? (key.isBuiltIn ? BuiltInTunables.all.nearest(to: key.text) : nil)
    }

    /// Returns the declared key that is nearest to an undeclared one, or nil if none is near.
    func nearestDeclared(to key: Key) -> String? {
        tunables.entries.nearest(to: key.text) { $0.declaration != nil }
    }

    /// Returns the defined flag that is nearest to an unknown one, or nil if none is near.
    func nearest(to key: FlagKey) -> String? {
        flags.nearest(to: key.text) { $0.definition != nil }
    }
}
