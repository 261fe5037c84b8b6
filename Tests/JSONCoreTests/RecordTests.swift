import Testing

@testable import JSONCore

/// Tests that one declaration of a record is enough to read it by name and by position, reject, write and describe it.
@Suite struct RecordTests {
    struct Since: JSONRecord {
        static let fields = JSONFieldTable<Since>([
            .required("epoch", \.epoch, "Which state."), .required("revision", \.revision, "How far."),
        ]
        )
        var epoch = ""
        var revision: Int64 = 0
    }

    struct Order: JSONRecord {
        static let fields = JSONFieldTable<Order>([
            .required("key", \.key, "Its key."),
            .optional("value", \.value, "Any value."),
            .defaulted("by", \.by, "How far."),
            .optional("share", \.share, "A part."),
            .optional("isWhole", \.isWhole, "All of it."),
            .optional("keys", \.keys, "Some keys."),
            .optional("since", \.since, "From where."),
        ]
        )
        var key = ""
        var value: JSON?
        var by: Int64 = 1
        var share: Double?
        var isWhole: Bool?
        var keys: [String]?
        var since: Since?
    }

    private static let names = ["key", "value", "by", "share", "isWhole", "keys", "since"]

    private static func read(_ text: String) throws -> Order {
        let bytes = Array(text.utf8)
        return try Order(members: try JSON.check(bytes.span), in: bytes.span)
    }

    private static func written(_ order: Order) throws -> String {
        var writer = JSONWriter()
        try order.write(to: &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    private static let whole =
        #"{"key":"a","value":null,"by":-2,"share":0.5,"isWhole":false,"keys":["b","c"],"#
        + #""since":{"epoch":"e","revision":7}}"#

    @Test func `a record survives a round trip`() throws {
        #expect(try Self.written(try Self.read(Self.whole)) == Self.whole)
    }

    struct NumberedOrder: JSONRecord {
        static let fields = JSONFieldTable<NumberedOrder>(
            [.required("number", \.number, "Which.")] + JSONField.members(of: \.order)
        )
        var number: Int64 = 0
        var order = Order()
    }

    @Test func `a record can include the members of another record`() throws {
        let text = #"{"number":3,"# + Self.whole.dropFirst()
        let bytes = Array(text.utf8)
        let numbered = try NumberedOrder(members: try JSON.check(bytes.span), in: bytes.span)
        #expect(numbered.number == 3)
        #expect(try Self.written(numbered.order) == Self.whole)
        var writer = JSONWriter()
        try numbered.write(to: &writer)
        #expect(String(decoding: [UInt8](writer.bytes), as: UTF8.self) == text)
        let absent = Array(#"{"number":3}"#.utf8)
        #expect(throws: JSONFieldFault.missing("key")) {
            _ = try NumberedOrder(members: try JSON.check(absent.span), in: absent.span)
        }
    }

    @Test func `members of an array are read by position`() throws {
        let order = try Self.read(#"["a",null,-2,0.5,false,["b","c"],{"epoch":"e","revision":7}]"#)
        #expect(try Self.written(order) == Self.whole)
    }

    @Test(arguments: [
        (#"{"key":"a","by":"x","other":1,"share":0.5}"#, #"{"key":"a","by":1,"share":0.5}"#),
        (#"{"by":2,"key":7}"#, #"{"key":"","by":2}"#), (#"{"by":2,"by":null}"#, #"{"key":"","by":2}"#),
        (#"["a",null,true,0.5,0,["b"],{"epoch":1},9]"#, #"{"key":"a","value":null,"by":1,"share":0.5,"keys":["b"]}"#),
        ("7", #"{"key":"","by":1}"#),
    ])
    func `a record reads the valid members of an invalid text`(text: String, record: String) throws {
        let bytes = Array(text.utf8)
        let range = try JSON.check(bytes.span)
        #expect(throws: JSONFieldFault.self) { try Order(members: range, in: bytes.span) }
        #expect(try Self.written(Order(legible: range, in: bytes.span)) == record)
    }

    @Test func `an absent member is not written`() throws {
        #expect(try Self.written(try Self.read(#"{"key":"a"}"#)) == #"{"key":"a","by":1}"#)
    }

    @Test func `a null member is present`() throws {
        #expect(try Self.read(#"{"key":"a","value":null}"#).value == .null)
        #expect(try Self.read(#"{"key":"a"}"#).value == nil)
    }

    @Test func `the last of repeated names wins`() throws {
        #expect(try Self.read(#"{"key":"a","k\u0065y":"b","x-key":1}"#).key == "b")
    }

    @Test(arguments: [
        (#"{}"#, JSONFieldFault.missing("key")),
        (#"[]"#, .missing("key")),
        (#"{"key":1}"#, .mismatch("key", expected: "a string", found: "1")),
        (#"{"key":"a","by":null}"#, .mismatch("by", expected: "a whole number", found: "null")),
        (#"{"key":"a","by":1.5}"#, .mismatch("by", expected: "a whole number", found: "1.5")),
        (#"{"key":"a","keys":["b",1]}"#, .mismatch("keys[1]", expected: "a string", found: "1")),
        (#"{"key":"a","since":{"epoch":"e"}}"#, .missing("since.revision")),
        (#"{"key":"a","bY":1}"#, .unknown("bY", nearest: "by", known: Self.names)),
        (#"["a",1,1,1,true,[],{"epoch":"","revision":0},8]"#, .tooMany(most: 7)),
        (#""key""#, .noFields(.string)),
    ])
    func `an invalid member is refused with its name`(text: String, fault: JSONFieldFault) {
        #expect(throws: fault) { try Self.read(text) }
    }

    @Test func `the schema describes the members of a record`() throws {
        #expect(
            Since.schema
                == [
                    "type": "object",
                    "properties": [
                        "epoch": ["type": "string", "description": "Which state."],
                        "revision": ["type": "integer", "description": "How far."],
                    ],
                    "required": ["epoch", "revision"],
                ]
        )
    }
}
