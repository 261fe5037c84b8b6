import ConsoleCore
import JSONCore

// Each call parses the text at most two more times, for any number of edits.
extension SyncText {
    /// A replacement for a part of the text.
    private struct Splice {
        let range: Range<Int>
        let text: String
    }

    /// Sets or removes keys; `edits` has each key once.
    mutating func apply(_ edits: [(key: String, value: JSON?)]) {
        let edited = Dictionary(uniqueKeysWithValues: edits.map { ($0.key, $0.value) })
        let room = DisplacedObjects(for: edited, in: self)
        var splices: [Splice] = []
        var removed: Set<Int> = []
        var written: Set<String> = []
        for (key, value) in edits {
            guard let spot = spots[key], !room.displaced.contains(key) else { continue }
            if let value {
                splices.append(Splice(range: source.nodes[spot.node].value, text: text(of: value, at: spot)))
            } else {
                removed.insert(spot.node)
            }
            written.insert(key)
        }
        for (key, level) in room.levels {
            if case .some(let value?) = edited[key], written.insert(key).inserted {
                splices.append(Splice(range: source.nodes[level].value, text: JSONText.compact(value)))
            } else {
                removed.insert(level)
            }
        }
        if !removed.isEmpty {
            for parent in levels.values where !room.covered.contains(parent) {
                splices += removals(of: removed, from: parent)
            }
        }
        var added = room.displaced.subtracting(edited.keys).sorted().compactMap { key in values[key].map { (key, $0) } }
        added += edits.compactMap { edit in written.contains(edit.key) ? nil : edit.value.map { (edit.key, $0) } }
        for (key, value) in edits {
            if case .object? = value { objects.insert(key) } else { objects.remove(key) }
        }
        splice(splices)
        insert(added)
    }

    private func text(of value: JSON, at spot: Spot) -> String {
        let range = source.nodes[spot.node].value
        guard bytes[range].contains(UInt8(ascii: "\n")) else { return JSONText.compact(value) }
        return spread(value, indentation: lineIndentation(at: range.lowerBound))
    }

    /// Returns the parts of the text to delete with removed members, so that one comma separates the remaining members.
    private func removals(of removed: Set<Int>, from parent: Int) -> [Splice] {
        let members = members(of: parent)
        guard members.contains(where: { !removed.contains($0) }) else {
            let range = source.nodes[parent].value
            return members.isEmpty ? [] : [Splice(range: range.lowerBound + 1..<range.upperBound - 1, text: "")]
        }
        var splices: [Splice] = []
        var hasKept = false
        for (index, member) in members.enumerated() {
            guard removed.contains(member), let name = source.nodes[member].name else {
                hasKept = true
                continue
            }
            if hasKept {
                var start = name.lowerBound
                while SyncText.isSpace(bytes[start - 1]) { start -= 1 }
                splices.append(Splice(range: start - 1..<source.nodes[member].value.upperBound, text: ""))
            } else if let next = source.nodes[members[index + 1]].name {
                // The next member becomes the first one, so remove all up to that member.
                splices.append(Splice(range: name.lowerBound..<next.lowerBound, text: ""))
            }
        }
        return splices
    }

    // MARK: Inserting

    /// Inserts members, each into the innermost object that exists for its words.
    private mutating func insert(_ values: [(key: String, value: JSON)]) {
        guard !values.isEmpty else { return }
        var taken = Set(isNested ? spots.values.map(\.steps) : [])
        var added: [[JSONSource.Step]: SyncLevel] = [:]
        for (key, value) in values {
            var names = isNested ? key.split(separator: ".", omittingEmptySubsequences: false).map(String.init) : [key]
            var parent: [JSONSource.Step] = []
            while names.count > 1, levels[parent + [.name(names[0])]] != nil {
                parent.append(.name(names.removeFirst()))
            }
            names = spelled(names, in: parent, taken)
            if names.count == 1 { taken.insert(parent + [.name(names[0])]) }
            added[parent, default: SyncLevel()].insert(value, at: names)
        }
        splice(added.compactMap { steps, level in levels[steps].map { appending(level.object, to: $0) } })
    }

    /// Returns the names for a new key: one for each word, or fewer where a level would get the name of a value.
    private func spelled(_ names: [String], in parent: [JSONSource.Step], _ taken: Set<[JSONSource.Step]>) -> [String] {
        guard isNested, names.count > 1 else { return names }
        if taken.contains(parent + [.name(names[0])]) { return [names.joined(separator: ".")] }
        // A level with the key of an object would be read as that object.
        for count in 1..<names.count
        where objects.contains(SyncText.key(of: parent + names[..<count].map { .name($0) })) {
            return names[..<(count - 1)] + [names[(count - 1)...].joined(separator: ".")]
        }
        return names
    }

    /// Returns new members after the last member of an object, in its format.
    private func appending(_ object: JSONObject, to parent: Int) -> Splice {
        let range = source.nodes[parent].value
        guard let last = members(of: parent).last, let lastName = source.nodes[last].name else {
            let indentation = lineIndentation(at: range.lowerBound)
            let inside = "\(indentation)\(unit)"
            let lines = object.members.map { member in
                "\(lineEnd)\(inside)\(quoted(member.name)): \(spread(member.value, indentation: inside))"
            }
            return Splice(range: range, text: "{\(lines.joined(separator: ","))\(lineEnd)\(indentation)}")
        }
        let lastValue = source.nodes[last].value
        var start = lastName.lowerBound
        while SyncText.isSpace(bytes[start - 1]) { start -= 1 }
        let before = String(decoding: bytes[start..<lastName.lowerBound], as: UTF8.self)
        let between = String(decoding: bytes[lastName.upperBound..<lastValue.lowerBound], as: UTF8.self)
        let isSpread = before.utf8.contains(UInt8(ascii: "\n"))
        let indentation = isSpread ? lineIndentation(at: lastName.lowerBound) : ""
        // The space before the first member may be narrower than between the others.
        let gap = before.isEmpty && between.contains(" ") ? " " : before
        let texts = object.members.map { member in
            let value = isSpread ? spread(member.value, indentation: indentation) : JSONText.compact(member.value)
            return ",\(gap)\(quoted(member.name))\(between)\(value)"
        }
        return Splice(range: lastValue.upperBound..<lastValue.upperBound, text: texts.joined())
    }

    private func members(of parent: Int) -> [Int] {
        var members: [Int] = []
        var node = parent + 1
        while node <= parent + source.nodes[parent].descendants {
            members.append(node)
            node += source.nodes[node].descendants + 1
        }
        return members
    }

    // MARK: Format

    private func quoted(_ name: String) -> String { JSONText.compact(.string(name)) }

    /// The line end that the file uses in its first line.
    private var lineEnd: String {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
        return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }

    /// The indentation of the file's first member; two spaces if there is none.
    private var unit: String {
        guard let first = source.nodes.dropFirst().first?.name?.lowerBound else { return "  " }
        let indentation = lineIndentation(at: first)
        return indentation.isEmpty ? "  " : indentation
    }

    private func lineIndentation(at offset: Int) -> String {
        let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    /// Returns a value in several lines, with the surrounding indentation.
    private func spread(_ value: JSON, indentation: String) -> String {
        switch value {
        case .object(let object) where !object.isEmpty:
            JSONText.indented(value).replacingText("\n", with: "\(lineEnd)\(indentation)")
        default: JSONText.compact(value)
        }
    }

    /// Replaces parts of the text, which must not overlap, and parses the text again.
    private mutating func splice(_ splices: [Splice]) {
        guard !splices.isEmpty else { return }
        var changed: [UInt8] = []
        var done = 0
        for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            changed += bytes[done..<splice.range.lowerBound]
            changed += splice.text.utf8
            done = splice.range.upperBound
        }
        bytes = changed + bytes[done...]
        readAgain()
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
