import JSONCore
import LoadGenerator
import Testing

@Suite struct RequestWriterTests {
    private static func text(_ templates: [String], count: Int) -> String {
        var writer = RequestWriter(templates.map { RequestTemplate($0) })
        var buffer = ByteBuffer()
        writer.append(1, to: &buffer)
        writer.append(count - 1, to: &buffer)
        return String(decoding: [UInt8](buffer), as: UTF8.self)
    }

    @Test func `each request contains the next number`() {
        #expect(Self.text(["<%d>\n"], count: 11) == (1...11).map { "<\($0)>\n" }.joined())
    }

    @Test func `the writer cycles through its templates`() {
        #expect(Self.text(["a%d ", "%db ", "c "], count: 5) == "a1 2b c a4 5b ")
    }

    @Test func `every placeholder of a template contains the same number`() {
        #expect(Self.text(["%d=%d;", "%d%d."], count: 3) == "1=1;22.3=3;")
    }

    @Test func `a template without a placeholder is written unchanged`() {
        #expect(Self.text(["100% done"], count: 2) == "100% done100% done")
    }
}
