import SystemCore
import TestSupport
import Testing

/// Tests for the names of files that are named after another file, even one with a very long name.
@Suite struct CompanionNameTests {
    /// Characters to repeat in a name of about 255 bytes: of one, two and four bytes, and bytes that are not UTF-8.
    private static let letters: [[UInt8]] = [Array("c".utf8), Array("é".utf8), Array("\u{1F600}".utf8), [0xE9], [0x80]]

    private static func name(_ letter: [UInt8], _ last: String) -> String {
        let letters = [UInt8](repeatElement(letter, count: 254 / letter.count).joined())
        return RawText(bytes: letters + last.utf8).path
    }

    @Test(arguments: letters)
    func `temporary names of files with the longest names are valid and distinct`(letter: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        let paths = ["1", "2"].map { directory.file(Self.name(letter, $0)) }
        for path in paths { _ = try Kernel.open(path, [.write, .create]) }
        let names = paths.map { TemporaryNames(beside: $0) }
        for name in names { _ = try Kernel.open(name.path(number: .max), [.write, .create]) }
        #expect(try Kernel.names(in: directory.path).count == 4)
        let dead = names.map { $0.path().replacing("-\(Kernel.processID).new", with: "-41.new") }
        for path in dead { _ = try Kernel.open(path, [.write, .create]) }
        names[0].removeLeftovers { _ in false }
        #expect(throws: SystemError.self) { try Kernel.status(of: dead[0]) }
        #expect(try Kernel.status(of: dead[1]).kind == .regular)
        #expect(try Kernel.names(in: directory.path).count == 5)
    }

    @Test(arguments: letters)
    func `an ending is appended to the longest name within the name limit`(letter: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        let paths = ["1", "2"].map { last in
            CompanionName.path(beside: directory.file(Self.name(letter, last)), ending: ".conflicts")
        }
        for path in paths { _ = try Kernel.open(path, [.write, .create]) }
        #expect(try Kernel.names(in: directory.path).sorted() == paths.map { Path.name(of: $0) }.sorted())
        #expect(paths.allSatisfy { $0.hasSuffix(".conflicts") })
        let lengths = paths.map { RawText(path: Path.name(of: $0)).bytes.count }
        #expect(lengths.allSatisfy { (250...255).contains($0) || letter == [0x80] })
    }

    @Test(arguments: [("c.json", "c.json.saved"), ("/d/c.json", "/d/c.json.saved"), ("d/\u{301}c", "d/\u{301}c.saved")])
    func `a short name is not shortened`(path: String, saved: String) {
        #expect(CompanionName.path(beside: path, ending: ".saved").utf8.elementsEqual(saved.utf8))
        let name = String(repeating: "n", count: 93)
        #expect(TemporaryNames.stem(of: "/d/\(name)") == name)
        #expect(TemporaryNames.stem(of: "/d/\(name)n").utf8.count <= 93)
        #expect(TemporaryNames.stem(of: "/d/\(name)n").hasPrefix("nnn"))
    }
}
