import SystemCore
import TestSupport
import Testing

@Suite struct ChangingFileTests {
    /// A file system whose clock always shows the beginning of 1970.
    private let files = FaultyFileSystem()

    private func write(_ text: String) throws {
        try files.open("file", [.write, .create, .truncate]).writeFully(Array(text.utf8).span, at: 0)
    }

    private func read(_ file: inout ChangingFile, at seconds: Int64) throws -> String? {
        try file.readIfChanged(at: WallTime(seconds: seconds)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a file saved again is read again while its timestamp may be equal`() throws {
        var file = ChangingFile("file", in: files)
        try write("one")
        #expect(try read(&file, at: 0) == "one")
        #expect(try read(&file, at: 0) == nil)
        try write("two")
        #expect(try read(&file, at: 1) == "two")
        try write("six")
        #expect(try read(&file, at: 2) == "six")
        try write("ten")
        #expect(try read(&file, at: 3) == nil, "here it would have had another time")
        try write("seven")
        #expect(try read(&file, at: 4) == "seven")
    }

    @Test func `an unchanged file is read again after a failed read`() throws {
        var file = ChangingFile("file", in: files)
        #expect(throws: SystemError.self) { try file.readIfChanged(at: WallTime(seconds: 9)) }
        try write("one")
        #expect(try read(&file, at: 9) == "one")
        try files.rename("file", to: "other")
        #expect(throws: SystemError.self) { try file.readIfChanged(at: WallTime(seconds: 9)) }
        try files.rename("other", to: "file")
        #expect(try read(&file, at: 9) == "one")
        try files.removeFile("file")
        try files.createDirectory("file", mode: 0o700)
        #expect(throws: SystemError("read", .isDirectory, path: "file")) {
            try file.readIfChanged(at: WallTime(seconds: 9))
        }
    }
}
