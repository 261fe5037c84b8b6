import JSONCore

/// The objects of a nested text that must be removed, because each of their keys gets a value.
///
/// `{"a.b": {"c": 1}}` holds `a.b.c`. A value of `a.b` replaces the object, and `a.b.c` is written in another form.
struct DisplacedObjects {
    /// The outermost of these objects, in the order of the text.
    private(set) var levels: [(key: String, node: Int)] = []
    /// These objects, with all objects inside them that hold keys.
    private(set) var covered: Set<Int> = []
    /// The keys whose values are inside these objects.
    private(set) var displaced: Set<String> = []

    /// Finds the objects that the edits of a text displace.
    init(for edits: [String: JSON?], in text: SyncText) {
        guard text.isNested else { return }
        // A key whose value becomes an object also displaces objects: each object with this key would be read as its
        // value.
        var pending: [String] = []
        for case (let key, let value?) in edits where text.spots[key] == nil || value.kind == .object {
            pending.append(key)
        }
        var nodesByKey: [String: [Int]] = [:]
        for (steps, node) in text.levels where !steps.isEmpty {
            nodesByKey[SyncText.key(of: steps), default: []].append(node)
        }
        guard pending.contains(where: { nodesByKey[$0] != nil }) else { return }
        let keysByNode = Dictionary(uniqueKeysWithValues: text.spots.map { ($0.value.node, $0.key) })
        var found: Set<Int> = []
        // A displaced value that is written in another form may displace objects too.
        while let key = pending.popLast() {
            for node in nodesByKey.removeValue(forKey: key) ?? [] {
                found.insert(node)
                for inside in text.inside(node).compactMap({ keysByNode[$0] })
                where displaced.insert(inside).inserted && edits[inside].map({ $0 != nil }) ?? true {
                    pending.append(inside)
                }
            }
        }
        var end = -1
        for (steps, node) in text.levels.sorted(by: { $0.value < $1.value }) {
            if node > end, found.contains(node) {
                levels.append((SyncText.key(of: steps), node))
                end = text.inside(node).upperBound - 1
            }
            if node <= end { covered.insert(node) }
        }
    }
}
