package import JSONCore

/// One JSON-RPC request or notification in a checked text, or the reason why the text is neither.
package struct Message {
    /// A call of a method, or the reason why the message is invalid.
    package enum Content {
        case call(method: JSONRange, params: JSONRange?)
        case invalid(InvalidMessage)
    }

    /// The range of the id in the text; nil for a notification and for an id of an invalid type.
    package let id: Range<Int>?

    package let content: Content

    /// The offset of the request, or of the batch that contains it: the parameters count lines from here.
    let start: Int

    /// The members that a message is read from.
    ///
    /// `Framer` looks for these while it checks the text.
    package static let members = JSONFieldNames(["jsonrpc", "id", "method", "params"])

    /// Creates a message from the members of an object; nil means a missing member.
    @inline(__always)
    package init(
        version: JSONRange?,
        id: JSONRange?,
        method: JSONRange?,
        params: JSONRange?,
        in text: Span<UInt8>,
        from start: Int
    ) {
        self.start = start
        self.id = Message.id(at: id)
        guard id == nil || self.id != nil else {
            content = .invalid(.id)
            return
        }
        guard let version, version.isString("2.0", in: text) else {
            content = .invalid(.version)
            return
        }
        guard let method else {
            content = .invalid(.noMethod)
            return
        }
        guard method.kind == .string else {
            content = .invalid(.method)
            return
        }
        switch params?.kind {
        case .object, .array: content = .call(method: method, params: params)
        case .null, nil: content = .call(method: method, params: nil)
        case .boolean, .number, .string: content = .invalid(.params)
        }
    }

    /// Returns the range of an id that a response can repeat; nil if there is no id or its type is invalid.
    @inline(__always)
    static func id(at range: JSONRange?) -> Range<Int>? {
        switch range?.kind {
        case .string, .number, .null: range?.source
        case .boolean, .array, .object, nil: nil
        }
    }

    /// Creates a message from any value except a batch; `batch` is the offset of the batch that contains it.
    ///
    /// If a member is repeated, the last one counts.
    package init(_ range: JSONRange, in text: Span<UInt8>, ofBatchAt batch: Int? = nil) {
        let start = batch ?? range.range.lowerBound
        guard range.kind == .object else {
            self.start = start
            id = nil
            content = .invalid(.notAnObject)
            return
        }
        let fields = Message.members.find(in: range, text)
        self = Message(
            version: fields.range(0),
            id: fields.range(1),
            method: fields.range(2),
            params: fields.range(3),
            in: text,
            from: start
        )
    }
}

/// The reason why a value is not a request.
package enum InvalidMessage: Error, Equatable, Sendable {
    case notAnObject
    case version
    case id
    case noMethod
    case method
    case params
    case emptyBatch
}
