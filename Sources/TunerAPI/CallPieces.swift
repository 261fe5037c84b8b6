package import JSONCore

/// A call's parameters, in messages that the daemon takes.
package struct CallPieces {
    /// The parameters of each message.
    package private(set) var pieces: [JSONObject] = []

    /// How many bytes of values a message has, but for a value that is longer: half of what the daemon takes by default.
    package static let mostBytes = 8 << 20

    /// A text may take six times its bytes.
    private static let surelyShort = mostBytes / 8

    /// The members that are split; the others are in the last piece.
    private static let longNames = ["specs", "invalid", "values"]
    /// The member that each piece needs.
    private static let headName = "name"

    private var piece = JSONObject()
    private var bytes = 0

    /// Splits parameters where they are long.
    package init(_ parameters: JSONObject, mostBytes: Int = mostBytes) {
        guard parameters["piece"] == nil, JSON.object(parameters).isLonger(than: min(CallPieces.surelyShort, mostBytes))
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
                // What is no number in JSON the call itself refuses.
                try? writer.value(member.value)
                writer.endText()
                let size = writer.bytes.count + member.name.utf8.count + 4
                if bytes + size > mostBytes, bytes > 0 {
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

    /// Ends a piece behind which others follow.
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
    /// Whether its texts and values are more than so many; looks at no more of it.
    fileprivate func isLonger(than most: Int) -> Bool {
        var left = most
        return !take(from: &left)
    }

    private func take(from left: inout Int) -> Bool {
        switch self {
        case .null, .boolean, .integer, .double: left -= 8
        case .string(let text): left -= text.utf8.count + 2
        case .array(let elements):
            for element in elements where left >= 0 { _ = element.take(from: &left) }
        case .object(let object):
            for member in object.members where left >= 0 {
                left -= member.name.utf8.count + 4
                _ = member.value.take(from: &left)
            }
        }
        return left >= 0
    }
}
