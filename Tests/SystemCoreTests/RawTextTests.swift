import SystemCore
import TestSupport
import Testing

/// Tests for bytes from outside the program as text and as paths.
@Suite struct RawTextTests {
    @Test(arguments: [
        ("", ""), ("a/b", "a/b"), ("/tmp/ü\u{301}", "/tmp/ü\u{301}"), ("\u{FFFD}", "\u{FFFD}"),
    ])
    func `valid text is equal to its path`(text: String, path: String) {
        #expect(RawText(text).path == path)
        #expect(RawText(text).text == text)
        #expect(RawText(path: path) == RawText(text))
    }

    @Test(
        arguments: [
            [0xFF], [0x61, 0xFF, 0x62], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0x80, 0xC3, 0xA4],
            [0xC3, 0xA4, 0xC3],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 have no text, and their path preserves them`(bytes: [UInt8]) {
        #expect(RawText(bytes: bytes).text == nil)
        #expect(RawText(path: RawText(bytes: bytes).path).bytes == bytes)
    }

    @Test func `noncharacters in a name are preserved and differ from escaped bytes`() {
        let noncharacters = String(decoding: [0xEF, 0xB7, 0x9F, 0xEF, 0xB7, 0xAF], as: UTF8.self)
        let name = RawText(noncharacters)
        #expect(name.text == noncharacters)
        #expect(RawText(path: name.path) == name)
        #expect(name.path != RawText(bytes: [0xFF]).path)
        #expect(RawText(path: noncharacters).bytes == [0xFF])
        #expect(RawText(path: String(noncharacters.unicodeScalars.prefix(1))).bytes == [0xEF, 0xB7, 0x9F])
    }

    @Test(arguments: Seeds.all) func `a path preserves any bytes`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let interesting: [UInt8] = [0x2F, 0x61, 0x80, 0xAF, 0xB7, 0xBF, 0xC3, 0xDF, 0xE2, 0xEF, 0xF0, 0xF4, 0xFF]
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 1...255, using: &random) : interesting.randomElement(using: &random) ?? 0x61
            }
            let path = RawText(bytes: bytes).path
            guard RawText(path: path).bytes == bytes else {
                Issue.record("\(bytes) are \(RawText(path: path).bytes) after the way through a path")
                return
            }
        }
    }

    @Test func `the kernel layer preserves the bytes of a file name`() throws {
        let directory = try TemporaryDirectory()
        let name = RawText(bytes: [0x61, 0xFF, 0xC3]).path
        let path = directory.file(name)
        let text = Array("x".utf8)
        try KernelFile(try Kernel.open(path, [.write, .create])).writeFully(text.span, at: 0)
        #expect(try Kernel.names(in: directory.path) == [name])
        try Kernel.rename(path, to: "\(path)2")
        #expect(try KernelFile(try Kernel.open("\(path)2", .read)).readWhole() == text)
        // `ls` shows the name as the kernel stores it, without `RawText`.
        let listed = try Program(script: "ls -b \(directory.path)").wait().output
        #expect(listed == "a\\377\\3032\n")
        try Kernel.removeFile("\(path)2")
    }
}
