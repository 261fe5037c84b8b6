import JSONCore

/// The text of a file of values, whose values can change while all other bytes stay as they are.
struct SyncText {
    /// The location of a key's value.
    struct Spot {
        let steps: [JSONSource.Step]
        /// The index in the source's nodes.
        let node: Int
    }

    /// Room for the longest key, which has as many words as a value may have levels, and for its value.
    private static let nestedDepthLimit = 2 * JSON.defaultDepthLimit

    var bytes: [UInt8]
    private(set) var source: JSONSource
    /// Whether nested objects represent the words of keys.
    let isNested: Bool
    /// The keys whose values are objects.
    var objects: Set<String>
    private(set) var spots: [String: Spot] = [:]
    private(set) var values: [String: JSON] = [:]
    /// The objects that hold keys, by path.
    private(set) var levels: [[JSONSource.Step]: Int] = [:]

    /// Parses a text; in a nested text, `objects` are the keys whose values are objects.
    init(_ bytes: [UInt8], isNested: Bool = false, holding objects: Set<String> = []) throws(InputFile.Fault) {
        let object: JSONObject
        let depthLimit = isNested ? SyncText.nestedDepthLimit : JSON.defaultDepthLimit
        (source, object) = try InputFile.object(in: bytes.span, depthLimit: depthLimit)
        self.bytes = bytes
        self.isNested = isNested
        self.objects = objects
        try collect(object, 0, at: [])
    }

    /// Parses the text again after a change of its bytes.
    mutating func readAgain() {
        do throws(InputFile.Fault) {
            self = try SyncText(bytes, isNested: isNested, holding: objects)
        } catch {
            preconditionFailure("a text whose values were replaced by values is one of values")
        }
    }

    private mutating func collect(
        _ object: JSONObject,
        _ parent: Int,
        at steps: [JSONSource.Step]
    ) throws(InputFile.Fault) {
        levels[steps] = parent
        var node = parent + 1
        for member in object.members {
            let here = steps + [.name(member.name)]
            let key = SyncText.key(of: here)
            if steps.isEmpty, member.name == "$schema" {
                // `$schema` names a schema for editors, and is not a key.
            } else if isNested, case .object(let inner) = member.value, !objects.contains(key) {
                try collect(inner, node, at: here)
            } else if spots[key] != nil {
                // The key occurs twice: as one dotted name, and as nested objects.
                let offset = source.nodes[node].name?.lowerBound ?? 0
                let (line, column) = JSONFault.position(of: offset, in: bytes.span)
                throw .duplicate(key, line: line, column: column)
            } else {
                spots[key] = Spot(steps: here, node: node)
                values[key] = member.value
            }
            node += source.nodes[node].descendants + 1
        }
    }

    static func key(of steps: [JSONSource.Step]) -> String {
        steps.map { step in
            if case .name(let name) = step { name } else { "" }
        }.joined(separator: ".")
    }

    /// Returns the nodes inside a node.
    func inside(_ node: Int) -> Range<Int> { node + 1..<node + 1 + source.nodes[node].descendants }

    /// Returns the position of a key's value, from 1; the start of the text if the key is missing.
    func position(of key: String) -> (line: Int, column: Int) {
        JSONFault.position(of: spots[key].map { source.nodes[$0.node].value.lowerBound } ?? 0, in: bytes.span)
    }
}
