import SystemCore
import TestSupport
import Testing

/// Tests for removing the temporary files that killed processes have left.
@Suite struct TemporaryNamesTests {
    @Test func `only files of processes that do not write any more are removed`() throws {
        let folder = try TemporaryDirectory()
        let dead = [".c.json-41.new", ".c.json-41-7.new"]
        let others = [
            ".c.json-42.new", ".c.json-42-7.new", ".c.json-.new", ".c.json-x.new", ".c.json-41-7-7.new",
            ".c.json-41-.new",
            ".c.json-99999999999.new", ".d.json-41.new", ".c.json-41.new~", "c.json", "c.json-41.new",
        ]
        for name in dead + others { _ = try Kernel.open(folder.file(name), [.write, .create]) }
        try Kernel.createDirectory(folder.file(".c.json-43.new"), mode: 0o700)
        TemporaryNames(beside: folder.file("c.json")).removeLeftovers { $0 == 42 }
        #expect(try Kernel.names(in: folder.path) == (others + [".c.json-43.new"]).sorted())
    }

    @Test func `a process's own name is left alone`() throws {
        let folder = try TemporaryDirectory()
        let names = TemporaryNames(beside: folder.file("c.json"))
        #expect(names.path() == folder.file(".c.json-\(Kernel.processID).new"))
        #expect(names.path(number: 3) == folder.file(".c.json-\(Kernel.processID)-3.new"))
        _ = try Kernel.open(names.path(), [.write, .create])
        names.removeLeftovers { _ in false }
        #expect(try Kernel.status(of: names.path()).kind == .regular)
    }
}
