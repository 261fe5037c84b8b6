package import JSONCore

/// JSON for output.
package enum JSONText {
    /// Returns JSON in one line, with the same bytes as in the protocol.
    package static func compact(_ value: JSON) -> String {
        var bytes = ByteBuffer()
        append(value, to: &bytes)
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    /// Returns JSON with a line for each member and element.
    package static func indented(_ value: JSON) -> String {
        var bytes = ByteBuffer()
        append(value, at: 0, to: &bytes)
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    private static func append(_ value: JSON, at depth: Int, to bytes: inout ByteBuffer) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            bytes.append("[")
            for (index, element) in elements.enumerated() {
                beginLine(isFirst: index == 0, at: depth + 1, in: &bytes)
                append(element, at: depth + 1, to: &bytes)
            }
            bytes.append(text: "\n\(indentation(depth))]")
        case .object(let object) where !object.isEmpty:
            bytes.append("{")
            for (index, member) in object.members.enumerated() {
                beginLine(isFirst: index == 0, at: depth + 1, in: &bytes)
                bytes.append(jsonString: member.name)
                bytes.append(": ")
                append(member.value, at: depth + 1, to: &bytes)
            }
            bytes.append(text: "\n\(indentation(depth))}")
        default: append(value, to: &bytes)
        }
    }

    private static func beginLine(isFirst: Bool, at depth: Int, in bytes: inout ByteBuffer) {
        bytes.append(text: "\(isFirst ? "" : ",")\n\(indentation(depth))")
    }

    private static func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    private static func append(_ value: JSON, to bytes: inout ByteBuffer) {
        do {
            try bytes.append(json: value)
        } catch {
            preconditionFailure("what was read as JSON has only numbers that JSON can spell")
        }
    }
}

extension String {
    /// An equivalent JSON text that escapes all characters which control a terminal, except for line feeds.
    package var escapedForTerminals: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar.commandsTerminals, scalar != "\n" {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
