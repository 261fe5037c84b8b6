import Testing

@testable import JSONCore

@Suite struct MapTests {
    private static func read(_ text: String) throws -> JSONMap<Int64> {
        let bytes = Array(text.utf8)
        return try JSONMap(try JSON.check(bytes.span), in: bytes.span)
    }

    private static func written(_ map: JSONMap<Int64>) throws -> String {
        var writer = JSONWriter()
        try map.write(to: &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    @Test(arguments: ["{}", #"{"b":1,"a":2}"#, #"{"\"":3}"#])
    func `a map survives a round trip`(text: String) throws {
        #expect(try Self.written(try Self.read(text)) == text)
    }

    @Test func `a repeated name keeps its first position and the last value`() throws {
        let map = try Self.read(#"{"a":1,"b":2,"\u0061":3}"#)
        #expect(try Self.written(map) == #"{"a":3,"b":2}"#)
    }

    @Test(arguments: ["[]", "1", #"{"a":"1"}"#])
    func `a map refuses other values`(text: String) {
        #expect(throws: JSONMismatch.self) { try Self.read(text) }
    }
}
