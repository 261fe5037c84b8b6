import JSONCore

/// A media type with parameters, such as `text/plain; charset=utf-8`, as ranges of a field value.
package struct MediaType {
    /// The type and subtype, such as `text/plain`.
    package let essence: Range<Int>
    private let parameters: Range<Int>

    /// Reads a media type; nil if the text is none.
    package init?(_ value: Range<Int>, in bytes: Span<UInt8>) {
        let value = bytes.trimmed(value)
        let slash = CharacterSet.token.end(from: value.lowerBound, to: value.upperBound, in: bytes)
        guard slash > value.lowerBound, slash < value.upperBound, bytes[slash] == UInt8(ascii: "/") else { return nil }
        let end = CharacterSet.token.end(from: slash + 1, to: value.upperBound, in: bytes)
        guard end > slash + 1 else { return nil }
        essence = value.lowerBound..<end
        parameters = end..<value.upperBound
        var list = ParameterList(parameters)
        while list.next(in: bytes) != nil {}
        guard list.isAtEnd else { return nil }
    }

    /// Returns whether the type and subtype are this one, in small letters.
    package func isType(_ name: StaticString, in bytes: Span<UInt8>) -> Bool {
        bytes.equals(name, ignoringCaseIn: essence)
    }

    /// Returns the value of a parameter, without quotes; nil if it is absent.
    package func parameter(_ name: StaticString, in bytes: Span<UInt8>) -> Range<Int>? {
        var list = ParameterList(parameters)
        while let parameter = list.next(in: bytes) {
            if bytes.equals(name, ignoringCaseIn: parameter.name) {
                return parameter.value
            }
        }
        return nil
    }

    /// Returns whether a `Content-Type` is `application/json`, in UTF-8 if it names an encoding.
    package static func isJSON(_ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard let type = MediaType(value, in: bytes), type.isType("application/json", in: bytes) else { return false }
        return type.parameter("charset", in: bytes).map { bytes.equals("utf-8", ignoringCaseIn: $0) } ?? true
    }
}
