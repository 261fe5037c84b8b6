import FlagEngine
package import JSONCore
import TunableEngine

extension Commit {
    /// Returns about how many bytes of memory a commit takes.
    static func weight(
        _ edits: [Edit],
        _ before: [LocalValue?],
        _ overridesBefore: [StoredOverride?],
        _ changes: [Change]
    ) -> Int {
        var weight = 200 + edits.count * 64 + changes.count * 80
        // A span refers to its elements without a copy, and there may be many.
        let (editSpan, beforeSpan, changeSpan) = (edits.span, before.span, changes.span)
        for index in editSpan.indices {
            switch editSpan[index] {
            case .local(_, let after?): weight += 56 + after.value.weight
            case .declaration(_, let declaration?): weight += 200 + JSON.object(declaration.spec.definition).weight
            case .definition(_, let definition?): weight += 200 + JSON.object(definition.definition).weight
            case .flagDeclaration(_, let declaration?):
                weight += 200 + JSON.object(declaration.definition.definition).weight
            case .override(_, let override?): weight += 56 + override.weight
            case .killSwitch(let entries): weight += entries.reduce(0) { $0 + $1.weight }
            case .killSwitchEntry(let removed, let added): weight += removed.weight + (added?.weight ?? 0)
            default: break
            }
        }
        for override in overridesBefore {
            weight += override?.weight ?? 0
        }
        for index in beforeSpan.indices {
            weight += beforeSpan[index]?.value.weight ?? 0
        }
        for index in changeSpan.indices {
            weight += (changeSpan[index].value?.weight ?? 0) + (changeSpan[index].old?.weight ?? 0)
        }
        return weight
    }
}

extension PlainSet {
    /// About how many bytes of memory a commit of this set takes.
    ///
    /// The old effective value is not counted: it is shared with other commits, or small.
    var weight: Int {
        224 + key.text.utf8.count + value.weight + (before?.weight ?? 0)
    }
}

extension KillSwitchEntry {
    fileprivate var weight: Int { patterns.weight + (reason?.utf8.count ?? 0) }
}

extension KeyPatterns {
    /// About how many bytes of memory the patterns take.
    ///
    /// Each pattern has tables of its parts.
    fileprivate var weight: Int { patterns.reduce(32) { $0 + 160 + 10 * $1.text.utf8.count } }
}

extension StoredOverride {
    fileprivate var weight: Int {
        switch content {
        case .variant(let name): name.utf8.count
        case .value(let value): value.weight
        }
    }
}

extension JSON {
    /// About how many bytes of memory the value takes, without its inline storage.
    @inline(__always)
    package var weight: Int {
        switch self {
        case .null, .boolean, .integer, .double: 0
        case .string, .array, .object: innerWeight
        }
    }

    private var innerWeight: Int {
        switch self {
        case .null, .boolean, .integer, .double: 0
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(32) { $0 + 16 + $1.weight }
        case .object(let object): object.members.reduce(64) { $0 + 32 + $1.name.utf8.count + $1.value.weight }
        }
    }
}
