package import JSONCore

/// One JSON-RPC message as it stands in a checked text, or why it is none.
package struct Message {
    /// What a message is.
    package enum Content {
        case call(method: JSONRange, params: JSONRange?)
        case invalid(InvalidMessage)
    }

    /// The id as it was sent; none for a notification, and where it cannot be read.
    package let id: Range<Int>?

    /// What the message is.
    package let content: Content

    /// The members of a message that mean something.
    package static let members = JSONFieldNames(["jsonrpc", "id", "method", "params"])

    /// Reads an object whose members were found already.
    @inline(__always)
    package init(
        version: JSONRange?,
        id: JSONRange?,
        method: JSONRange?,
        params: JSONRange?,
        in text: Span<UInt8>
    ) {
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

    /// The source of an id that an answer can repeat.
    @inline(__always)
    static func id(at place: JSONRange?) -> Range<Int>? {
        switch place?.kind {
        case .string, .number, .null: place?.source
        case .boolean, .array, .object, nil: nil
        }
    }

    /// Reads any value that is no batch; of repeated members the last counts.
    package init(_ place: JSONRange, in text: Span<UInt8>) {
        guard place.kind == .object else {
            id = nil
            content = .invalid(.notAnObject)
            return
        }
        let fields = Message.members.find(in: place, text)
        self = Message(
            version: fields.place(0),
            id: fields.place(1),
            method: fields.place(2),
            params: fields.place(3),
            in: text
        )
    }
}

/// Why a value is no request.
package enum InvalidMessage: Error, Equatable, Sendable {
    case notAnObject
    case version
    case id
    case noMethod
    case method
    case params
    case emptyBatch
}
