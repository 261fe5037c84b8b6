import JSONCore
import TunableEngine

/// The declarations before a commit, as far as the history has them.
struct PastDeclarations {
    /// The keys that the commit or a later one declared, or whose declaration it removed.
    private var changed: Set<Key> = []
    /// The earlier declarations of these keys; nil for a key that was not declared.
    private var earlier: [Key: TunableDeclaration?] = [:]

    init(_ history: History, before commit: Commit) {
        for other in history.newestFirst where !other.isPlain {
            for case .declaration(let key, let declaration) in other.edits {
                if other.revision >= commit.revision {
                    changed.insert(key)
                } else if changed.contains(key), earlier[key] == nil {
                    earlier.updateValue(declaration, forKey: key)
                }
            }
        }
    }

    /// Returns whether the declaration of a key refused a value that the present declaration refuses.
    ///
    /// It returns false if the history does not have the declaration of that time any more.
    func refused(_ value: JSON, of key: Key) -> Bool {
        guard changed.contains(key) else { return true }
        guard let declaration = earlier[key] ?? nil else { return false }
        return (try? declaration.spec.accepted(value)) == nil
    }
}
