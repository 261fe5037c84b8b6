import JSONCore

/// Makes an order of keys that come in their order: nodes are written once and full.
struct KeyOrderBuilder: ~Copyable {
    /// Keys that are in no node yet, one behind the other.
    private var text = ByteBuffer()
    private var ends: [Int] = []
    /// The lowest nodes; each holds its one.
    private var nodes: [OrderNode] = []

    deinit {
        for node in nodes {
            node.release()
        }
    }

    /// Adds a key; `false`, and nothing done, when it does not come behind the one before it.
    mutating func append(_ key: KeyBytes) -> Bool {
        if let end = ends.last {
            let begin = ends.count > 1 ? ends[ends.count - 2] : 0
            let isBehind = text.withBytes { text in
                KeyBytes.lend(text.extracting(begin..<end)) { $0 < key }
            }
            guard isBehind else { return false }
            // A little less than full, so that the first key added later splits nothing.
            if ends.count == OrderNode.leafLimit - 8 || end > OrderNode.textLimit * 4 {
                finishNode()
            }
        }
        key.withSpan { text.append($0) }
        ends.append(text.count)
        return true
    }

    private mutating func finishNode() {
        guard !ends.isEmpty else { return }
        let node = text.withBytes { text in
            KeyBytes.lend(text) { text in
                OrderRun.lend(capacity: ends.count) { run in
                    var begin = 0
                    for end in ends {
                        run.append(KeyPieces(text.dropFirst(begin).prefix(end - begin)), child: nil)
                        begin = end
                    }
                    return run.node(level: 0, in: 0..<ends.count)
                }
            }
        }
        nodes.append(node)
        text.removeAll()
        ends.removeAll(keepingCapacity: true)
    }

    /// The order of what was added; begins anew.
    mutating func finish() -> KeyOrder {
        finishNode()
        while nodes.count > 1 {
            nodes = stride(from: 0, to: nodes.count, by: OrderNode.branchLimit).map { begin in
                node(above: begin..<min(begin + OrderNode.branchLimit, nodes.count))
            }
        }
        return KeyOrder(root: nodes.popLast())
    }

    /// A node that takes over the holds on its children.
    private func node(above range: Range<Int>) -> OrderNode {
        OrderRun.lend(capacity: range.count) { run in
            for index in range {
                let node = nodes[index]
                let boundCount = index > 0 ? node.distinguishingCount(from: nodes[index - 1]) : 0
                run.append(node.key(at: 0).prefix(boundCount), child: node)
            }
            let above = run.node(level: nodes[range.lowerBound].level + 1, in: 0..<range.count)
            for index in range {
                _ = nodes[index].node.letGo()
            }
            return above
        }
    }
}
