/// A sink that builds the value and records the source range of each part.
struct SourceSink: JSONSink, ~Copyable {
    private(set) var nodes: [JSONSource.Node] = []
    private(set) var duplicates: [JSONSource.Duplicate] = []
    private var tree = TreeSink()
    private var open: [Container] = []
    private var pendingName: Range<Int>?

    /// An open array or object: the index of its node, and the offset of the first occurrence of each of its names.
    private struct Container {
        let node: Int
        var names = JSONObject()
    }

    mutating func finish() -> JSON {
        tree.finish()
    }

    mutating func beginArray(at offset: Int) {
        begin(at: offset)
        tree.beginArray(at: offset)
    }

    mutating func endArray(at offset: Int) {
        end(at: offset)
        tree.endArray(at: offset)
    }

    mutating func beginObject(at offset: Int) {
        begin(at: offset)
        tree.beginObject(at: offset)
    }

    mutating func endObject(at offset: Int) {
        end(at: offset)
        tree.endObject(at: offset)
    }

    mutating func name(_ token: JSONStringToken, in text: Span<UInt8>) {
        pendingName = token.quoted
        let name = token.string(in: text)
        let offset = token.quoted.lowerBound
        let object = open.count - 1
        if case .integer(let first) = open[object].names[name] {
            duplicates.append(JSONSource.Duplicate(name: name, first: Int(first), again: offset))
        } else {
            open[object].names[name] = .integer(Int64(offset))
        }
        tree.name(token, in: text)
    }

    mutating func string(_ token: JSONStringToken, in text: Span<UInt8>) {
        note(token.quoted)
        tree.string(token, in: text)
    }

    mutating func number(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) {
        note(range)
        tree.number(range, isWhole: isWhole, in: text)
    }

    mutating func literal(_ value: JSONLiteral, at offset: Int) {
        note(offset..<offset + value.spelling.utf8CodeUnitCount)
        tree.literal(value, at: offset)
    }

    private mutating func begin(at offset: Int) {
        open.append(Container(node: nodes.count))
        note(offset..<offset + 1)
    }

    private mutating func end(at offset: Int) {
        let node = open.removeLast().node
        nodes[node] = JSONSource.Node(
            name: nodes[node].name,
            value: nodes[node].value.lowerBound..<offset + 1,
            descendants: nodes.count - node - 1
        )
    }

    private mutating func note(_ range: Range<Int>) {
        nodes.append(JSONSource.Node(name: pendingName, value: range, descendants: 0))
        pendingName = nil
    }
}

extension JSONStringToken {
    /// The token's range with its quotes.
    var quoted: Range<Int> {
        range.lowerBound - 1..<range.upperBound + 1
    }
}
