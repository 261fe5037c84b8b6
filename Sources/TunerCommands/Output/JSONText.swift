import JSONCore

/// JSON as it is printed.
enum JSONText {
    /// In one line, the same bytes as on the wire.
    static func compact(_ value: JSON) -> String {
        var bytes = ByteBuffer()
        append(value, to: &bytes)
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    /// With a line for each member and element.
    static func indented(_ value: JSON) -> String {
        var bytes = ByteBuffer()
        append(value, at: 0, to: &bytes)
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }

    /// For whoever reads standard output.
    static func printed(_ value: JSON, for output: Output) -> String {
        output.isTerminal ? "\(indented(value).escapedForTerminals)\n" : "\(compact(value))\n"
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
    /// A JSON text that means the same and holds nothing that a terminal would obey, besides the ends of its lines.
    var escapedForTerminals: String {
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
