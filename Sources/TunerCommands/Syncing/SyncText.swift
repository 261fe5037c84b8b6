import JSONCore

/// The text of a file of values, of which single ones are changed and everything else stays as it was written.
struct SyncText {
    /// Where a key's value stands.
    struct Spot {
        let place: [JSONSource.Step]
        /// Its number among the source's nodes.
        let node: Int
    }

    /// A key of the most bytes has as many words as a value may have levels.
    private static let nestedDepthLimit = 2 * JSON.defaultDepthLimit

    var bytes: [UInt8]
    private(set) var source: JSONSource
    /// Whether objects stand for the first words of keys.
    let isNested: Bool
    /// The keys whose values are objects themselves.
    var objects: Set<String>
    private(set) var spots: [String: Spot] = [:]
    private(set) var values: [String: JSON] = [:]
    /// The objects that hold keys, by their places.
    private(set) var levels: [[JSONSource.Step]: Int] = [:]

    /// Reads a text; in a nested one, the keys that hold objects themselves are told.
    init(_ bytes: [UInt8], isNested: Bool = false, holding objects: Set<String> = []) throws(InputFile.Fault) {
        let object: JSONObject
        let depthLimit = isNested ? SyncText.nestedDepthLimit : JSON.defaultDepthLimit
        (source, object) = try InputFile.object(in: bytes.span, depthLimit: depthLimit)
        self.bytes = bytes
        self.isNested = isNested
        self.objects = objects
        try take(object, 0, at: [])
    }

    /// Reads the text anew, behind a change of its bytes.
    mutating func readAgain() {
        do throws(InputFile.Fault) {
            self = try SyncText(bytes, isNested: isNested, holding: objects)
        } catch {
            preconditionFailure("a text whose values were replaced by values is one of values")
        }
    }

    private mutating func take(
        _ object: JSONObject,
        _ parent: Int,
        at place: [JSONSource.Step]
    ) throws(InputFile.Fault) {
        levels[place] = parent
        var node = parent + 1
        for member in object.members {
            let here = place + [.name(member.name)]
            let key = SyncText.key(of: here)
            if place.isEmpty, member.name == "$schema" {
                // By this an editor finds the schema.
            } else if isNested, case .object(let inner) = member.value, !objects.contains(key) {
                try take(inner, node, at: here)
            } else if spots[key] != nil {
                // One key in two spellings: as words of its own, and as objects.
                let offset = source.nodes[node].name?.lowerBound ?? 0
                let (line, column) = JSONFault.position(of: offset, in: bytes.span)
                throw .duplicate(key, line: line, column: column)
            } else {
                spots[key] = Spot(place: here, node: node)
                values[key] = member.value
            }
            node += source.nodes[node].descendants + 1
        }
    }

    static func key(of place: [JSONSource.Step]) -> String {
        place.map { step in
            if case .name(let name) = step { name } else { "" }
        }.joined(separator: ".")
    }

    /// The nodes inside a node.
    func inside(_ node: Int) -> Range<Int> { node + 1..<node + 1 + source.nodes[node].descendants }

    /// Where a key's value begins, both from 1; the text's begin for one that is not there.
    func position(of key: String) -> (line: Int, column: Int) {
        JSONFault.position(of: spots[key].map { source.nodes[$0.node].value.lowerBound } ?? 0, in: bytes.span)
    }
}
