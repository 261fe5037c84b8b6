import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of the table of limits in `protocol.md`.
@Suite struct LimitTableTests {
    /// Returns the name and the default in each row.
    private static func rows() throws -> [(name: String, value: String)] {
        let page = try ProjectFile.text("protocol.md")
        let start = try #require(page.firstRange(of: "\n## Limits\n")?.upperBound)
        let stop = try #require(page[start...].firstRange(of: "\n## ")?.lowerBound)
        return page[start..<stop].split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|")
            return (String(cells[0].split(separator: "`")[1]), cells[1].filter { $0 != " " && $0 != "," })
        }
    }

    @Test func `the table lists each limit of the daemon and four fixed limits at its end`() throws {
        let names = try Self.rows().map(\.name)
        #expect(names.dropLast(4).sorted() == DaemonLimit.all.map(\.name).sorted())
        #expect(names.suffix(4) == ["valueNesting", "patterns", "subscribedKeys", "unsentNotifications"])
    }

    @Test func `the table has the default of each limit`() throws {
        let limits = DaemonLimits()
        for (name, value) in try Self.rows() {
            guard let limit = DaemonLimit.all.first(where: { $0.name == name }) else { continue }
            let number = limit.get(limits)
            let words = ["\(number)", "\(number >> 10)KiB", "\(number >> 20)MiB"]
            #expect(words.contains { $0 == value || value.hasPrefix("\($0)which") }, "\(name): \(value)")
        }
    }
}
