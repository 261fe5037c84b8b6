import SystemCore
import TestSupport
import Testing

/// Tests for removing the temporary files that killed processes have left.
@Suite struct TemporaryNamesTests {
    @Test func `removeLeftovers removes only temporary files of ended processes`() throws {
        let directory = try TemporaryDirectory()
        let dead = [".c.json-41.new", ".c.json-41-7.new"]
        let others = [
            ".c.json-42.new", ".c.json-42-7.new", ".c.json-.new", ".c.json-x.new", ".c.json-41-7-7.new",
            ".c.json-41-.new",
            ".c.json-99999999999.new", ".d.json-41.new", ".c.json-41.new~", "c.json", "c.json-41.new",
        ]
        for name in dead + others { _ = try Kernel.open(directory.file(name), [.write, .create]) }
        try Kernel.createDirectory(directory.file(".c.json-43.new"), mode: 0o700)
        TemporaryNames(beside: directory.file("c.json")).removeLeftovers { $0 == 42 }
        #expect(try Kernel.names(in: directory.path) == (others + [".c.json-43.new"]).sorted())
    }

    @Test func `removeLeftovers keeps the temporary files of its own process`() throws {
        let directory = try TemporaryDirectory()
        let names = TemporaryNames(beside: directory.file("c.json"))
        #expect(names.path() == directory.file(".c.json-\(Kernel.processID).new"))
        #expect(names.path(number: 3) == directory.file(".c.json-\(Kernel.processID)-3.new"))
        _ = try Kernel.open(names.path(), [.write, .create])
        names.removeLeftovers { _ in false }
        #expect(try Kernel.status(of: names.path()).kind == .regular)
    }
}
