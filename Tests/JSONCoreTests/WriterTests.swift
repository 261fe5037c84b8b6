import JSONCore
import Testing

@Suite struct WriterTests {
    @Test func `the writer places commas and colons`() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("a\"")
        writer.beginArray()
        writer.integer(.min)
        writer.integer(.max)
        try writer.double(-0.0)
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.boolean(true)
        writer.null()
        writer.string("\n")
        writer.endArray()
        writer.name(plain: "b")
        writer.raw("[1, 2]".utf8.span, in: 0..<6)
        writer.name("c")
        try writer.value(["d": [1, 2.5]])
        writer.endObject()
        #expect(
            writer.text
                == #"{"a\"":[-9223372036854775808,9223372036854775807,-0.0,[],{},true,null,"\n"],"b":[1, 2],"c":{"d":[1,2.5]}}"#
        )
    }

    @Test func `a writer appends to the contents of its buffer`() {
        var buffer = ByteBuffer()
        buffer.append("head ")
        var writer = JSONWriter(buffer)
        writer.string("x")
        #expect(writer.text == #"head "x""#)
    }

    @Test func `a value that cannot be written leaves the output unchanged`() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.integer(1)
        #expect(throws: JSONNotFinite.self) { try writer.double(.infinity) }
        #expect(throws: JSONNotFinite.self) { try writer.value([1, ["a": .double(.nan)]]) }
        writer.integer(2)
        writer.endArray()
        #expect(writer.text == "[1,2]")
    }

    @Test func `a writer can rewind to a mark`() {
        var writer = JSONWriter()
        writer.beginArray()
        for value in 1...2 as ClosedRange<Int64> {
            let mark = writer.mark
            writer.beginObject()
            writer.name("too much")
            writer.rewind(to: mark)
            writer.integer(value)
        }
        writer.endArray()
        #expect(writer.text == "[1,2]")
    }

    @Test(
        arguments: [
            0, 9, 10, 99, 100, 999_999_999_999_999_999, 1_000_000_000_000_000_000, 9_999_999_999_999_999_999,
            10_000_000_000_000_000_000, .max,
        ] as [UInt64]
    )
    func `whole numbers are written in decimal`(value: UInt64) {
        var buffer = ByteBuffer()
        buffer.append(decimal: value)
        #expect(String(decoding: [UInt8](buffer), as: UTF8.self) == "\(value)")
    }
}

extension JSONWriter {
    fileprivate var text: String { String(decoding: [UInt8](bytes), as: UTF8.self) }
}
