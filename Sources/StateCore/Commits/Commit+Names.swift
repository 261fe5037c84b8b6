import FlagEngine
import JSONCore
import TunableEngine

extension Commit {
    /// The largest number of names in a sentence about a commit.
    private static let shownNames = 3

    /// The operation with the names that it was about: "tunables.forget game.angle".
    var summary: String {
        let names = names(atMost: Commit.shownNames + 1)
        let shown = names.prefix(Commit.shownNames).map(\.shown).joined(separator: ", ")
        let more = names.count > Commit.shownNames ? ", …" : ""
        return names.isEmpty ? operation.name.shown : "\(operation.name.shown) \(shown)\(more)"
    }

    /// Returns the first names of what the commit edited, each once: keys, flags, layers and kill switch patterns.
    private func names(atMost count: Int) -> [String] { names(atMost: count, without: []) { _ in true } }

    /// Returns the first names that neither a change of a value nor an edit of a flag has.
    package func namesWithoutChange(atMost count: Int) -> [String] {
        if let plainSet, plainSet.change != nil { return [] }
        return names(atMost: count, without: Set(changes.map(\.key.text))) { !$0.isOfFlag }
    }

    private func names(atMost count: Int, without known: Set<String>, where isWanted: (Edit) -> Bool) -> [String] {
        var names: [String] = []
        var known = known
        for edit in edits where isWanted(edit) {
            for name in edit.names where known.insert(name).inserted {
                guard names.count < count else { return names }
                names.append(name)
            }
        }
        return names
    }
}

extension Edit {
    /// The names of what the edit changes.
    fileprivate var names: [String] {
        switch self {
        case .local(let key, _), .declaration(let key, _): [key.text]
        case .definition(let key, _), .flagDeclaration(let key, _), .override(let key, _): [key.text]
        case .layer(let name, _): [name]
        case .activation(let names): names
        case .killSwitch(let entries): entries.flatMap(\.patterns.patterns).map(\.text)
        case .killSwitchEntry(let removed, let added): (added?.patterns ?? removed).patterns.map(\.text)
        case .undone, .redone, .beginTry, .endTry: []
        }
    }

    fileprivate var isOfFlag: Bool {
        switch self {
        case .definition, .flagDeclaration, .override: true
        default: false
        }
    }
}
