import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// Collects the pieces of calls in several messages, until the last piece makes one commit of all.
final class StagedCalls {
    /// The largest number of bytes of memory that the pieces of all connections may use.
    private let limit: Int
    private var weight = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns the content of a complete call; nil if further pieces must follow.
    ///
    /// A call in one message is complete at once. Otherwise the last piece completes the content of all pieces. Pieces
    /// are numbered, so that a commit never lacks a lost piece or contains a piece of an earlier attempt.
    func collect(
        _ content: StagedContent,
        of call: String,
        _ number: Int64?,
        _ hasMore: Bool,
        _ caller: Caller
    ) throws(RPCError) -> StagedContent? {
        let session = caller.session
        guard let number else {
            guard !hasMore else {
                throw RPCError(
                    parameter: "piece",
                    "more needs the parameter piece: 0 in the first message of the call, 1 in the second"
                )
            }
            return content
        }
        if number == 0 {
            drop(session)
        }
        let expected = session.staged.map { $0.call == call ? $0.count : 0 } ?? 0
        guard number == expected else {
            drop(session)
            throw RPCError(
                ErrorKind.invalidParams,
                "piece \(number) is out of order: the connection has sent \(expected) pieces of this call; "
                    + "nothing was stored, and the pieces are dropped; send the call again from piece 0",
                facts: ["parameter": "piece", "expected": .integer(expected)]
            )
        }
        guard hasMore || number > 0 else { return content }
        guard weight + content.weight <= limit else {
            drop(session)
            throw RPCError(
                limit: "stagedBytes",
                limit,
                "the pieces of all calls may take at most \(limit) bytes of memory (--max-staged-bytes); "
                    + "nothing was stored"
            )
        }
        weight += content.weight
        let staged = session.staged ?? StagedCall(call)
        staged.add(content)
        session.staged = staged
        guard !hasMore else { return nil }
        drop(session)
        return staged.content
    }

    /// Drops the pieces of a connection.
    func drop(_ session: Session) {
        guard let staged = session.staged else { return }
        weight -= staged.weight
        session.staged = nil
    }
}

/// The pieces of one unfinished call.
final class StagedCall {
    /// A text that identifies the call: the method, and the layer's name for `layers.put`.
    let call: String
    /// The number of pieces so far.
    private(set) var count: Int64 = 0
    /// The bytes of memory that the pieces use.
    private(set) var weight = 0
    private var entries = StagedList<Mutation.Entry>()
    private var specs = StagedList<Mutation.KeyedSpec>()

    /// The content of all pieces together.
    var content: StagedContent { StagedContent(entries.elements, specs.elements, weight: weight) }

    init(_ call: String) {
        self.call = call
    }

    func add(_ piece: StagedContent) {
        count += 1
        weight += piece.weight
        for entry in piece.entries {
            entries.add(entry, for: entry.key)
        }
        for spec in piece.specs {
            specs.add(spec, for: spec.key)
        }
    }
}

/// An ordered list of elements by key.
///
/// As in a JSON object, the last element of a key counts, at the position of the first.
private struct StagedList<Element> {
    private(set) var elements: [Element] = []
    private var indexes: [Key: Int] = [:]

    mutating func add(_ element: Element, for key: Key) {
        if let index = indexes[key] {
            elements[index] = element
        } else {
            indexes[key] = elements.count
            elements.append(element)
        }
    }
}

/// The part of a call that may come in pieces.
struct StagedContent {
    /// The values, each key once.
    let entries: [Mutation.Entry]
    /// The declarations, each key once.
    let specs: [Mutation.KeyedSpec]
    /// The approximate number of bytes of memory that the content uses.
    let weight: Int

    /// Creates the content of one message.
    init(_ entries: [Mutation.Entry], _ specs: [Mutation.KeyedSpec] = []) {
        let values = entries.reduce(0) { $0 + 160 + $1.key.text.utf8.count + $1.value.weight }
        let weight = specs.reduce(values) {
            $0 + 400 + $1.key.text.utf8.count + 2 * JSON.object($1.spec.definition).weight
        }
        self.init(entries, specs, weight: weight)
    }

    fileprivate init(_ entries: [Mutation.Entry], _ specs: [Mutation.KeyedSpec], weight: Int) {
        self.entries = entries
        self.specs = specs
        self.weight = weight
    }
}
