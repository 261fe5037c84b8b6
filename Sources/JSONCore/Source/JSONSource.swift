/// A JSON text with source positions, for files that people edit: its value, its nodes and its repeated names.
package struct JSONSource: Sendable {
    /// The source range of a value, with its name if it is a member.
    package struct Node: Sendable, Equatable {
        /// The range of the name with its quotes; nil for an element and for the outermost value.
        package let name: Range<Int>?

        /// The range of the value; a string's includes its quotes.
        package let value: Range<Int>

        /// The number of nodes inside this value, which directly follow this node in ``nodes``.
        package let descendants: Int
    }

    /// A name that occurs more than once in one object.
    package struct Duplicate: Sendable, Equatable {
        /// The name, with its escapes resolved.
        package let name: String

        /// The offset of the opening quote at the first occurrence.
        package let first: Int

        /// The offset of the opening quote at this later occurrence.
        package let again: Int
    }

    /// One component of a path to a value.
    package enum Step: Sendable, Hashable {
        /// The member with this name.
        case name(String)

        /// The element at this index, from 0.
        case position(Int)
    }

    package let value: JSON

    /// All values in text order, so that a container comes before its content.
    package let nodes: [Node]

    /// All repeated occurrences of names, in text order.
    package let duplicates: [Duplicate]

    /// Creates the source information by parsing a complete text.
    package init(_ text: Span<UInt8>, depthLimit: Int = JSON.defaultDepthLimit) throws(JSONFault) {
        var sink = SourceSink()
        try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        nodes = sink.nodes
        duplicates = sink.duplicates
        value = sink.finish()
    }

    /// Returns the node at a path; nil if there is none.
    ///
    /// If a name on the path is repeated, its last member counts.
    package func node(at path: [Step], in text: Span<UInt8>) -> Node? {
        var node = 0
        for step in path {
            guard let next = child(of: node, step, in: text) else { return nil }
            node = next
        }
        return nodes[node]
    }

    /// Returns the node of each path, or of the longest beginning of the path that exists.
    ///
    /// It visits the children of a container once for all paths. If a name is repeated, its last member counts.
    package func nearestNodes(to paths: [[Step]], in text: Span<UInt8>) -> [Node] {
        var found = Array(repeating: 0, count: paths.count)
        var open = [(node: 0, depth: 0, paths: Array(paths.indices))]
        while let group = open.popLast() {
            var wanted: [ChildKey: [Int]] = [:]
            for path in group.paths where group.depth < paths[path].count {
                wanted[ChildKey(paths[path][group.depth]), default: []].append(path)
            }
            guard !wanted.isEmpty else { continue }
            var children: [ChildKey: Int] = [:]
            forEachChild(of: group.node, in: text) { key, child in
                if wanted[key] != nil {
                    children[key] = child
                }
            }
            for (key, child) in children {
                let paths = wanted[key] ?? []
                for path in paths {
                    found[path] = child
                }
                open.append((child, group.depth + 1, paths))
            }
        }
        return found.map { nodes[$0] }
    }

    /// A step whose name is compared by its bytes.
    private enum ChildKey: Hashable {
        case name([UInt8])
        case position(Int)

        init(_ step: Step) {
            self =
                switch step {
                case .name(let name): .name(Array(name.utf8))
                case .position(let position): .position(position)
                }
        }
    }

    private func forEachChild(of parent: Int, in text: Span<UInt8>, _ body: (ChildKey, Int) -> Void) {
        let end = parent + nodes[parent].descendants
        var node = parent + 1
        var position = 0
        while node <= end {
            if let name = nodes[node].name {
                if let name = JSONRange(firstIn: text, from: name.lowerBound).string(in: text) {
                    body(.name(Array(name.utf8)), node)
                }
            } else {
                body(.position(position), node)
            }
            node += nodes[node].descendants + 1
            position += 1
        }
    }

    private func child(of parent: Int, _ step: Step, in text: Span<UInt8>) -> Int? {
        let end = parent + nodes[parent].descendants
        var found: Int?
        var node = parent + 1
        var position = 0
        while node <= end {
            switch (step, nodes[node].name) {
            case (.name(let wanted), let name?):
                let token = JSONRange(firstIn: text, from: name.lowerBound)
                if token.string(in: text)?.hasSameBytes(as: wanted) == true {
                    found = node
                }
            case (.position(position), nil):
                return node
            default:
                break
            }
            node += nodes[node].descendants + 1
            position += 1
        }
        return found
    }
}
