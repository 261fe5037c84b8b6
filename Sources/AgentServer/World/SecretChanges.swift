import JSONCore
import TunableEngine

extension [JSON] {
    /// Returns the changes with one for each secret key, which depends on no value.
    ///
    /// Without it, an agent could guess a secret value: a write of the present value is no change.
    func hidingSecrets(of keys: [String]) -> [JSON] {
        let others = filter { change in !keys.contains { change["key"] == .string($0) } }
        let hidden: [JSON] = keys.map {
            ["key": .string($0), "value": JSON.secretMark, "old": JSON.secretMark, "secret": true]
        }
        return others + hidden
    }
}
