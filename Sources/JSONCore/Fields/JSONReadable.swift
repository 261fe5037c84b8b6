/// A type that can be read from a value in a checked JSON text.
package protocol JSONReadable {
    /// The accepted values, as a noun phrase for error messages: "a string".
    static var expectation: String { get }

    /// Creates an instance from a JSON value; throws if the value has another kind or does not fit this type.
    init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch)

    /// Returns the fault of a part of a value that this type refuses; nil if the value itself is the fault.
    static func innerFault(of range: JSONRange, in text: Span<UInt8>) -> JSONFieldFault?
}

extension JSONReadable {
    package static func innerFault(of range: JSONRange, in text: Span<UInt8>) -> JSONFieldFault? { nil }
}

/// An error that reports a value of the wrong kind or out of range; the caller knows which value.
package struct JSONMismatch: Error {
    package init() {}
}

extension String: JSONReadable {
    package static var expectation: String { "a string" }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard let string = range.string(in: text) else { throw JSONMismatch() }
        self = string
    }
}

extension Bool: JSONReadable {
    package static var expectation: String { "true or false" }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard let boolean = range.boolean(in: text) else { throw JSONMismatch() }
        self = boolean
    }
}

extension Int64: JSONReadable {
    package static var expectation: String { "a whole number" }

    /// Creates an integer from a number in any spelling: `2`, `2.0` and `2e0`.
    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        if let integer = range.integer(in: text) {
            self = integer
        } else if let double = range.double(in: text), let integer = Int64(exactly: double) {
            self = integer
        } else {
            throw JSONMismatch()
        }
    }
}

extension Double: JSONReadable {
    package static var expectation: String { "a number" }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard let double = range.double(in: text) else { throw JSONMismatch() }
        self = double
    }
}

extension JSON: JSONReadable {
    package static var expectation: String { "a value" }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        self = range.value(in: text)
    }
}

extension JSONObject: JSONReadable {
    package static var expectation: String { "an object" }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard case .object(let object) = range.kind == .object ? range.value(in: text) : .null else {
            throw JSONMismatch()
        }
        self = object
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    package static var expectation: String { "an array, each element \(Element.expectation)" }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        guard range.kind == .array else { throw JSONMismatch() }
        self = []
        var elements = JSONElements(of: range)
        while let element = elements.next(in: text) {
            append(try Element(element, in: text))
        }
    }

    package static func innerFault(of range: JSONRange, in text: Span<UInt8>) -> JSONFieldFault? {
        guard range.kind == .array else { return nil }
        var elements = JSONElements(of: range)
        var index = 0
        while let element = elements.next(in: text) {
            guard (try? Element(element, in: text)) != nil else {
                return JSONFieldFault(of: "[\(index)]", as: Element.self, element, in: text)
            }
            index += 1
        }
        return nil
    }
}
