import FlagEngine
import JSONCore
package import TunableEngine

extension State {
    /// Returns the existing key that is nearest to an unknown one, or nil if none is near.
    func nearest(to key: Key) -> String? {
        tunables.entries.nearest(to: key.text) ?? (key.isBuiltIn ? BuiltInTunables.all.nearest(to: key.text) : nil)
    }

    /// Returns the other key for which an existing key may be a typing error, or nil if there is none.
    ///
    /// Short keys, and keys that differ only in their digits, such as `item1` and `item2`, are no typing errors.
    package func nearest(besides key: Key) -> String? {
        guard key.text.utf8.count >= 4 else { return nil }
        var others = tunables.entries
        _ = others.remove(key.text.utf8.span)
        let nearest = others.nearest(to: key.text)
        return nearest.map(\.withoutDigits) == key.text.withoutDigits ? nil : nearest
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

extension String {
    fileprivate var withoutDigits: String { filter { !$0.isNumber } }
}
