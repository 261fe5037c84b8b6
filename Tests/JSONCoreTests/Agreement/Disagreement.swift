import JSONCore

/// A difference between two ways to read the same bytes.
///
/// The compared ways are the tree, the validation, `JSONRange`, the source map and the scan of bytes in pieces. The
/// tests and a fuzzer share this type, so it uses neither.
struct Disagreement: Error, Equatable, CustomStringConvertible {
    let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Creates the first difference; nil if all ways agree.
    init?(on bytes: [UInt8], depthLimit: Int = JSON.defaultDepthLimit) {
        do throws(Disagreement) {
            try Disagreement.compareReaders(bytes, depthLimit)
            try Disagreement.compareDrips(bytes, depthLimit)
            try Disagreement.compareFields(bytes, depthLimit)
            return nil
        } catch {
            self = error
        }
    }

    private static func compareReaders(_ bytes: [UInt8], _ depthLimit: Int) throws(Disagreement) {
        let text = bytes.span
        let tree = Outcome { () throws(JSONFault) in try JSON.parse(text, depthLimit: depthLimit) }
        let range = Outcome { () throws(JSONFault) in try JSON.check(text, depthLimit: depthLimit) }
        let source = Outcome { () throws(JSONFault) in try JSONSource(text, depthLimit: depthLimit) }
        try expect(range.fault == tree.fault, "check and tree differ in their faults")
        try expect(source.fault == tree.fault, "source map and tree differ in their faults")
        if let fault = tree.fault {
            try expect((0...bytes.count).contains(fault.offset), "a fault is outside the text")
        }
        guard let value = tree.value, let range = range.value, let source = source.value else { return }
        try expect(Reading.value(at: range, in: text) == value, "range and tree differ")
        try expect(range.value(in: text) == value, "a range's value differs from the tree")
        try expect(source.value == value, "source map and tree differ")
        if source.duplicates.isEmpty {
            var visited = 0
            try compareRanges(of: value, name: nil, in: source, text, &visited)
            try expect(visited == source.nodes.count, "the source map has nodes too many")
        }
    }

    /// Compares the value of each node with the value of the node's bytes alone.
    private static func compareRanges(
        of value: JSON,
        name: String?,
        in source: JSONSource,
        _ text: Span<UInt8>,
        _ visited: inout Int
    ) throws(Disagreement) {
        try expect(visited < source.nodes.count, "the source map lacks a node")
        let position = visited
        let node = source.nodes[position]
        visited += 1
        let read = try? JSON.parse(text.extracting(node.value), depthLimit: JSON.deepestLimit)
        let readName = node.name.flatMap { try? JSON.parse(text.extracting($0)) }
        try expect(read == value, "a node's bytes are not its value")
        try expect(readName == name.map { .string($0) }, "a node's name differs")
        switch value {
        case .array(let elements):
            for element in elements {
                try compareRanges(of: element, name: nil, in: source, text, &visited)
            }
        case .object(let object):
            for member in object.members {
                try compareRanges(of: member.value, name: member.name, in: source, text, &visited)
            }
        case .null, .boolean, .integer, .double, .string:
            break
        }
        try expect(node.descendants == visited - position - 1, "a node's extent differs")
    }

    /// Compares the tokens and the error of a scan in pieces with those of a scan of the whole text.
    private static func compareDrips(_ bytes: [UInt8], _ depthLimit: Int) throws(Disagreement) {
        let whole = Scan(bytes, stoppingAt: [], depthLimit: depthLimit)
        try expect(Scan(bytes, stoppingAt: 0...bytes.count, depthLimit: depthLimit) == whole, "byte by byte differs")
        for position in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 400)) {
            let split = Scan(bytes, stoppingAt: [position], depthLimit: depthLimit)
            try expect(split == whole, "split at \(position) differs")
        }
    }

    /// Compares the members recorded during a scan in pieces with those of the tree; the text begins after other bytes.
    private static func compareFields(_ bytes: [UInt8], _ depthLimit: Int) throws(Disagreement) {
        let names = JSONFieldNames(["a", "id", "method", "params"])
        guard case .object(let object)? = try? JSON.parse(bytes.span, depthLimit: depthLimit) else { return }
        let moved = [1, 2, 3] + bytes
        for piece in [1, 7, max(1, moved.count)] {
            var checker = JSONStreamChecker(depthLimit: depthLimit, noting: names)
            checker.begin(at: 3)
            var isRebased = false
            for end in stride(from: min(piece, bytes.count), through: bytes.count + piece - 1, by: piece) {
                let end = min(end, bytes.count)
                let text = isRebased ? bytes.span.extracting(0..<end) : moved.span.extracting(0..<end + 3)
                guard let progress = try? checker.advance(in: text, isWhole: end == bytes.count) else {
                    throw Disagreement("a checker refuses what the tree takes")
                }
                guard progress == .incomplete else { break }
                if !isRebased {
                    checker.rebase(by: 3)
                    isRebased = true
                }
            }
            let text = isRebased ? bytes.span : moved.span
            for (index, name) in names.names.enumerated() {
                let value = checker.range(index).map { $0.value(in: text) }
                try expect(value == object[name.description], "a noted member differs from the tree's")
            }
        }
    }

    private static func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws(Disagreement) {
        guard condition else { throw Disagreement(description()) }
    }
}

/// The result of one way to read the bytes: a value or an error.
private struct Outcome<Value> {
    var value: Value?
    var fault: JSONFault?

    init(_ read: () throws(JSONFault) -> Value) {
        do {
            value = try read()
        } catch {
            fault = error
        }
    }
}
