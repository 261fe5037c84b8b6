/// The Unicode properties that the standard library does not provide: scripts, and three properties of emoji.
///
/// They are a text of 12 KB, which is decoded when a pattern first needs a property of it.
enum UnicodeRanges {
    private struct Record {
        let isScript: Bool
        var plain: [ClosedRange<UInt32>]
        var withExtensions: [ClosedRange<UInt32>]
    }

    /// Returns the characters that `\p{…}` matches for the text between the braces, in order.
    ///
    /// Returns nil if the table has no such property. As in ECMAScript, names are exact, and a script needs the name of
    /// its property: `Script`, `sc`, `Script_Extensions` or `scx`.
    static func named(_ text: String) -> [ClosedRange<UInt32>]? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.last, let record = records[name], record.isScript == (parts.count == 2) else {
            return nil
        }
        guard record.isScript else { return record.plain }
        return switch parts[0] {
        case "Script", "sc": record.plain
        case "Script_Extensions", "scx": record.withExtensions
        default: nil
        }
    }

    /// The names of all scripts, with their aliases.
    static var scriptNames: [String] { records.filter(\.value.isScript).map(\.key) }

    private static let records = decodedTable()

    private static func decodedTable() -> [String: Record] {
        var records: [String: Record] = [:]
        var known: [ClosedRange<UInt32>] = []
        for line in table.split(separator: "\n") {
            var names: [String] = []
            var record: Record?
            var isChange = false
            var end: UInt32 = 0
            for word in line.utf8.split(separator: UInt8(ascii: " ")) {
                switch word.first {
                case UInt8(ascii: ":"), UInt8(ascii: "="):
                    record = Record(isScript: word.first == UInt8(ascii: ":"), plain: [], withExtensions: [])
                case UInt8(ascii: "^"):
                    isChange = true
                    end = 0
                case _ where record == nil: names.append(String(Substring(word)))
                default:
                    let range = range(word, after: end)
                    end = range.upperBound + 1
                    if !isChange {
                        record?.plain.append(range)
                    }
                    // A range of plain characters that is also a change cancels out.
                    record?.withExtensions.append(range)
                }
            }
            guard var record else { continue }
            record.withExtensions = inOne(record.withExtensions)
            if record.isScript {
                known += record.plain
            }
            for name in names {
                records[name] = record
            }
        }
        // A character that has no script has the script Unknown, and no extensions.
        let unknown = ScalarSet(known).invertedRanges
        for name in ["Unknown", "Zzzz"] {
            records[name] = Record(isScript: true, plain: unknown, withExtensions: unknown)
        }
        return records
    }

    /// Decodes a range that is written as its distance from `end`, with its length after a dot.
    private static func range(_ word: Substring.UTF8View, after end: UInt32) -> ClosedRange<UInt32> {
        let numbers = word.split(separator: UInt8(ascii: ".")).map { digits in
            digits.reduce(UInt32(0)) { number, digit in
                number * 36
                    + UInt32(digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10)
            }
        }
        let first = end + numbers[0]
        return first...first + (numbers.count > 1 ? numbers[1] : 0)
    }

    /// Returns the characters that an odd number of the ranges has.
    private static func inOne(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var edges: [UInt32] = []
        for edge in ranges.flatMap({ [$0.lowerBound, $0.upperBound + 1] }).sorted() {
            if edges.last == edge {
                edges.removeLast()
            } else {
                edges.append(edge)
            }
        }
        return stride(from: 0, to: edges.count, by: 2).map { edges[$0]...edges[$0 + 1] - 1 }
    }
}
