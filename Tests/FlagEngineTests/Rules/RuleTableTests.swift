import JSONCore
import TestSupport
import Testing

@testable import FlagEngine

/// Tests of the tables of operators in `protocol.md`.
@Suite struct RuleTableTests {
    /// The rows of a table whose rule is in a column, each as its cells without the backquotes around code.
    private static func rows(ruleAt column: Int) throws -> [[String]] {
        let page = try ProjectFile.text("protocol.md")
        let section = try #require(page.split(separator: "\n#### ").first { $0.hasPrefix("Rules\n") })
        return section.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: " | ").map { trimmed($0, of: "| ") }
            guard cells.count == 4, cells[column].hasPrefix("`{") else { return nil }
            return cells.map { trimmed($0[...], of: "`") }
        }
    }

    private static func trimmed(_ text: Substring, of marks: String) -> String {
        let start = text.drop(while: { marks.contains($0) })
        return String(String(start.reversed().drop(while: { marks.contains($0) })).reversed())
    }

    @Test func `each operator has the result of its example`() throws {
        let rows = try Self.rows(ruleAt: 2)
        for row in rows {
            let result = try Rule.compiled(JSON(text: row[2])).value(for: [:])
            #expect(try result == JSON(text: row[3]), "\(row[2]) gives \(result.text)")
        }
        #expect(rows.count == 21)
    }

    @Test func `the table of operators has each operator, and no other`() throws {
        let named = try Self.rows(ruleAt: 2).flatMap { $0[0].split(separator: "` `").map(String.init) }
        #expect(named.sorted() == RuleOperator.names.sorted())
    }

    @Test func `each difference from flagd has the result of its row`() throws {
        let rows = try Self.rows(ruleAt: 0)
        for row in rows {
            let result = try Rule.compiled(JSON(text: row[0])).value(for: JSON(text: row[1]))
            #expect(try result == JSON(text: row[2]), "\(row[0]) for \(row[1]) gives \(result.text)")
            #expect(!row[3].hasPrefix(row[2] + "`"), "\(row[0]) is no difference")
        }
        #expect(rows.count == 33)
    }
}
