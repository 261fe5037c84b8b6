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
        var line = ByteBuffer()
        append(value, to: &line)
        var bytes = ByteBuffer()
        line.withBytes { bytes.append(indenting: $0, in: 0..<$0.count) }
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }

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
