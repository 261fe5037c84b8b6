package import JSONCore

/// The parameters of a call, split into messages that the daemon accepts.
package struct CallPieces {
    /// The parameters of each message.
    package private(set) var pieces: [JSONObject] = []

    /// The limit of values in a message, in bytes, which is half of the daemon's default; a longer value has its own message.
    package static let maxBytes = 8 << 20

    /// JSON can make a text six times as long.
    private static let surelyShort = maxBytes / 8

    /// The members that are split; all others are in the last piece.
    private static let longNames = ["specs", "invalid", "values"]
    /// The member that each piece contains.
    private static let headName = "name"

    private var piece = JSONObject()
    private var bytes = 0

    /// Splits long parameters.
    package init(_ parameters: JSONObject, maxBytes: Int = maxBytes) {
        guard parameters["piece"] == nil, JSON.object(parameters).isLonger(than: min(CallPieces.surelyShort, maxBytes))
        else {
            pieces = [parameters]
            return
        }
        var writer = JSONWriter()
        let head = parameters[CallPieces.headName]
        for name in CallPieces.longNames {
            guard case .object(let long)? = parameters[name] else { continue }
            var part = JSONObject()
            for member in long.members {
                writer.bytes.removeAll()
                // The call itself refuses a number that JSON cannot represent.
                try? writer.value(member.value)
                writer.endText()
                let size = writer.bytes.count + member.name.utf8.count + 4
                if bytes + size > maxBytes, bytes > 0 {
                    piece[name] = .object(part)
                    end(head)
                    part = JSONObject()
                }
                part[member.name] = member.value
                bytes += size
            }
            piece[name] = .object(part)
        }
        var last = piece
        for member in parameters.members where !CallPieces.longNames.contains(member.name) {
            last[member.name] = member.value
        }
        if !pieces.isEmpty {
            last["piece"] = .integer(Int64(pieces.count))
        }
        pieces.append(last)
    }

    /// Ends a piece that is not the last one.
    private mutating func end(_ head: JSON?) {
        piece[CallPieces.headName] = head
        piece["values"] = piece["values"] ?? .object(JSONObject())
        piece["piece"] = .integer(Int64(pieces.count))
        piece["more"] = true
        pieces.append(piece)
        piece = JSONObject()
        bytes = 0
    }
}

extension JSON {
    /// Returns whether the texts and values exceed a number of bytes; stops as soon as they do.
    fileprivate func isLonger(than most: Int) -> Bool {
        var remaining = most
        return !subtractSize(from: &remaining)
    }

    private func subtractSize(from remaining: inout Int) -> Bool {
        switch self {
        case .null, .boolean, .integer, .double: remaining -= 8
        case .string(let text): remaining -= text.utf8.count + 2
        case .array(let elements):
            for element in elements where remaining >= 0 { _ = element.subtractSize(from: &remaining) }
        case .object(let object):
            for member in object.members where remaining >= 0 {
                remaining -= member.name.utf8.count + 4
                _ = member.value.subtractSize(from: &remaining)
            }
        }
        return remaining >= 0
    }
}
