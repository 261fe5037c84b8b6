import SystemCore
import TunerClient

/// What a program declares: equal declarations have the same value.
struct Declaration: Hashable {
    let key: String
    let type: String
    /// The default, and the words or the context.
    let identity: String
    let isFlag: Bool
}

extension Client {
    /// Returns the value of a declaration, which the first call declares.
    func value(
        of declaration: Declaration,
        _ declare: @escaping @Sendable (Tuner) -> ValueBinding
    ) -> DeclaredValue {
        let core = live
        return core.declarations.withLock { values in
            if let known = values[declaration] { return known }
            let value = DeclaredValue(declaration, of: self, core.tuner, declare)
            values[declaration] = value
            keep(value)
            return value
        }
    }

    /// Returns the first declaration of a tunable with a type, with any default and any words.
    func tunable(_ key: String, _ type: String) -> DeclaredValue? {
        var found: DeclaredValue?
        var next = newestValue
        while let value = next {
            let declaration = value.declaration
            if !declaration.isFlag, (declaration.key, declaration.type) == (key, type) { found = value }
            next = DeclaredValue.at(value.previous)
        }
        return found
    }
}
