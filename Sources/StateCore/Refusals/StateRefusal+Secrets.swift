import TunableEngine

extension StateRefusal {
    /// Returns the refusal without the values of some keys.
    ///
    /// An undo can fail because of a value that was secret, although the present declaration is not.
    package func hidingValues(of keys: SecretKeys) -> StateRefusal {
        guard !keys.isEmpty else { return self }
        return switch self {
        case .value(let key, let fault) where keys.contains(key): .value(key, fault.withoutValues)
        case .member(let name, let fault) where keys.contains(name.utf8.span): .member(name, fault.withoutValues)
        case .several(let faults): .several(faults.map { $0.hidingValues(of: keys) })
        case .notUndoable(let commit, let reasons, let canSkip):
            .notUndoable(commit, because: reasons.map { $0.hidingValues(of: keys) }, canSkip: canSkip)
        default: self
        }
    }
}
