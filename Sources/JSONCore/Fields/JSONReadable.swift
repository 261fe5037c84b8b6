/// What can be read from a value in a checked text.
package protocol JSONReadable {
    /// What the value must be, in words: "a string".
    static var expectation: String { get }

    /// The value, or none where it is of another kind.
    init?(_ place: JSONPlace, in text: Span<UInt8>)
}

extension String: JSONReadable {
    package static var expectation: String { "a string" }

    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        guard let string = place.string(in: text) else { return nil }
        self = string
    }
}

extension Bool: JSONReadable {
    package static var expectation: String { "true or false" }

    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        guard let boolean = place.boolean(in: text) else { return nil }
        self = boolean
    }
}

extension Int64: JSONReadable {
    package static var expectation: String { "a whole number" }

    /// Takes a whole number in any spelling: `2`, `2.0` and `2e0`.
    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        if let integer = place.integer(in: text) {
            self = integer
        } else if let double = place.double(in: text), let integer = Int64(exactly: double) {
            self = integer
        } else {
            return nil
        }
    }
}

extension Double: JSONReadable {
    package static var expectation: String { "a number" }

    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        guard let double = place.double(in: text) else { return nil }
        self = double
    }
}

extension JSON: JSONReadable {
    package static var expectation: String { "a value" }

    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        self = place.value(in: text)
    }
}

extension JSONObject: JSONReadable {
    package static var expectation: String { "an object" }

    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        guard case .object(let object) = place.kind == .object ? place.value(in: text) : .null else { return nil }
        self = object
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    package static var expectation: String { "an array, each element \(Element.expectation)" }

    package init?(_ place: JSONPlace, in text: Span<UInt8>) {
        guard place.kind == .array else { return nil }
        self = []
        var elements = JSONElements(of: place)
        while let element = elements.next(in: text) {
            guard let value = Element(element, in: text) else { return nil }
            append(value)
        }
    }
}
