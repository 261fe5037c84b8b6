import JSONCore

/// Builds an order from ascending keys.
///
/// It writes each node once, almost full.
struct KeyOrderBuilder: ~Copyable {
    /// The concatenated keys that are in no node yet.
    private var text = ByteBuffer()
    private var ends: [Int] = []
    /// The finished nodes of the current level.
    ///
    /// The builder owns one reference to each.
    private var nodes: [OrderNode] = []

    deinit {
        for node in nodes {
            node.release()
        }
    }

    /// Adds a key, and returns false without adding it if it is not greater than the previous key.
    mutating func append(_ key: KeyBytes) -> Bool {
        if let end = ends.last {
            let begin = ends.count > 1 ? ends[ends.count - 2] : 0
            let isBehind = text.withBytes { text in
                KeyBytes.borrow(text.extracting(begin..<end)) { $0 < key }
            }
            guard isBehind else { return false }
            // Leave room for a few keys, so that the first key that is inserted later does not split the node.
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
            KeyBytes.borrow(text) { text in
                OrderRun.withScratch(capacity: ends.count) { run in
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

    /// Returns the order of the added keys.
    ///
    /// The builder is then empty.
    mutating func finish() -> KeyOrder {
        finishNode()
        while nodes.count > 1 {
            nodes = stride(from: 0, to: nodes.count, by: OrderNode.branchLimit).map { begin in
                node(above: begin..<min(begin + OrderNode.branchLimit, nodes.count))
            }
        }
        return KeyOrder(root: nodes.popLast())
    }

    /// Returns a branch that takes over the references to its children.
    private func node(above range: Range<Int>) -> OrderNode {
        OrderRun.withScratch(capacity: range.count) { run in
            for index in range {
                let node = nodes[index]
                let boundCount = index > 0 ? node.distinguishingCount(from: nodes[index - 1]) : 0
                run.append(node.key(at: 0).prefix(boundCount), child: node)
            }
            let above = run.node(level: nodes[range.lowerBound].level + 1, in: 0..<range.count)
            for index in range {
                _ = nodes[index].node.releaseReference()
            }
            return above
        }
    }
}
