import BlockingTests
import SystemCore
import TestSupport
import Testing

/// The tables and charts of `docs/performance.md`, which `Benchmarks/scale/page` writes.
@Suite(.blocking) struct PerformancePageTests {
    private static let python = Demands.path(of: "python3")
    private static let page: ConditionTrait = .enabled(
        if: Demands.areStrict || python != nil,
        "missing here: python3"
    )
    private static let figures = "Benchmarks/scale/results.json"
    private static let pagePath = "docs/performance.md"

    private func write(_ options: String...) throws -> Program.Result {
        let words = [ProjectFile.path("Benchmarks/scale/page")]
        return try Program(try #require(Self.python), words + options).wait(within: .seconds(60))
    }

    @Test(page) func `the tables and charts have the measured figures`() throws {
        let result = try write("--check")
        #expect(result.code == 0, "\(result.output)\(result.errors)")
    }

    @Test(page) func `other figures make other tables and charts, until these are written`() throws {
        let directory = try TemporaryDirectory()
        let files = KernelFileSystem()
        for name in ["Benchmarks/scale", "docs/images"] {
            try files.createDirectories(directory.file(name), mode: 0o700)
        }
        let figures = try ProjectFile.text(Self.figures)
        let changed = figures.replacing(#/"commit": "[^"]*"/#, with: "\"commit\": \"another\"")
        #expect(changed != figures)
        for (name, text) in [(Self.figures, changed), (Self.pagePath, try ProjectFile.text(Self.pagePath))] {
            let file = try files.open(directory.file(name), [.write, .create])
            try file.writeFully(Array(text.utf8).span, at: 0)
        }
        let stale = try write("--check", "--root", directory.path)
        #expect(stale.code == 1)
        let line = "docs/performance.md differs; write it with: Benchmarks/scale/page\n"
        #expect(stale.errors.contains(line), "\(stale)")
        #expect(stale.errors.contains("docs/images/growth-get.svg differs"), "\(stale)")
        #expect(try write("--root", directory.path).code == 0)
        #expect(try write("--check", "--root", directory.path) == Program.Result(code: 0))
        let written = try files.open(directory.file(Self.pagePath), .read).readWhole()
        #expect(String(decoding: written, as: UTF8.self).contains("at the commit `another`"))
    }

    @Test func `each chart is small, and the page shows it with a text alternative`() throws {
        let page = try ProjectFile.text(Self.pagePath)
        let images = page.matches(of: #/!\[([^\]]*)\]\(images\/(growth-[a-z-]+\.svg)\)/#)
        let shown = Set(images.map { String($0.2) })
        let names = try KernelFileSystem().names(in: ProjectFile.path("docs/images")).filter { $0.hasPrefix("growth-") }
        #expect(shown == Set(names))
        #expect(!names.isEmpty)
        for image in images {
            #expect(image.1.split(whereSeparator: \.isWhitespace).count > 8, "\(image.2)")
            let text = try ProjectFile.text("docs/images/\(image.2)")
            #expect(text.utf8.count < 15_000, "\(image.2)")
            #expect(text.contains("prefers-color-scheme"), "\(image.2)")
        }
    }
}
