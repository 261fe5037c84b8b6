import JSONCore
import Testing
import TunerAPI

/// Tests that a record with its own encoder writes the text that its declaration would write.
@Suite struct WritingTests {
    private static let texts = ["", "a.b-c_9", "wri\u{7}\"ter ü\u{2028}😀"]
    private static let values: [JSON] = [
        nil, false, 9_007_199_254_740_993, -0.5, "x\u{0}\n\\", [1, ["d": nil, "": []]],
    ]
    private static let numbers: [Int64] = [0, 1, -1, .max, .min]

    /// Writes a record as the second element of an array, so that the writer adds a comma.
    private func text(_ write: (inout JSONWriter) throws -> Void) throws -> String {
        var writer = JSONWriter()
        writer.beginArray()
        try write(&writer)
        try write(&writer)
        writer.endArray()
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    private func check(_ record: some JSONRecord) throws {
        let written = try text { try record.write(to: &$0) }
        #expect(try written == text { try record.writeAsDeclared(to: &$0) })
    }

    @Test func `the encoder writes set results as declared`() throws {
        for (text, value) in zip(Self.texts + Self.texts, Self.values) {
            for (old, revision) in zip([nil] + Self.values.map { $0 as JSON? }, Self.numbers) {
                var result = SetResult()
                (result.key, result.value, result.old, result.revision) = (text, value, old, revision)
                result.hasChanged = value != old
                try check(result)
            }
        }
    }

    @Test func `the encoder writes set results as declared, with and without what is effective`() throws {
        for effective in [nil, 1.5, .some(.null)] as [JSON?] {
            for origin in [nil, "limited", "layer:ü\""] as [String?] {
                var result = SetResult()
                (result.key, result.value, result.revision) = (Self.texts[2], 2, 7)
                (result.effective, result.origin) = (effective, origin)
                try check(result)
            }
        }
    }

    @Test func `the encoder writes value changes as declared, with and without each member`() throws {
        for value in [nil, 1.5, .some(.null)] as [JSON?] {
            for old in [nil, "ü\"", .some(.null)] as [JSON?] {
                for origin in [nil, "local", "layer:ü\""] as [String?] {
                    var change = ChangeRecord()
                    (change.key, change.value, change.old, change.origin) = (Self.texts[2], value, old, origin)
                    try check(change)
                }
            }
        }
    }

    @Test func `the encoder writes flag changes as declared, with and without each member`() throws {
        for value in [nil, 1.5, .some(.null)] as [JSON?] {
            for old in [nil, "ü\"", .some(.null)] as [JSON?] {
                for variant in [nil, "", "ö\""] as [String?] {
                    var change = FlagChangeRecord()
                    (change.key, change.value, change.old, change.variant) = (Self.texts[2], value, old, variant)
                    change.reason = "STATIC"
                    try check(change)
                }
            }
        }
    }

    @Test func `the encoder writes actors as declared`() throws {
        for client in Self.texts {
            for (pid, uid) in zip(Self.numbers, Self.numbers.reversed()) {
                var actor = ActorRecord()
                (actor.client, actor.pid, actor.uid) = (client, pid, uid)
                try check(actor)
            }
        }
    }
}
