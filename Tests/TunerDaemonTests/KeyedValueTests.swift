import JSONCore
import StateCore
import Testing
import TunerAPI

@testable import TunerDaemon

/// Tests that the special encoder for a key's value writes the declared format.
@Suite struct KeyedValueTests {
    @Test(arguments: [.none, .local, .default, .limited, .world, .layer("ü\"")] as [Origin])
    func `the special encoder writes a value as the general encoder does`(origin: Origin) throws {
        let values: [JSON] = [nil, false, 9_007_199_254_740_993, -0.5, "x\u{0}\n\\", [1, ["d": nil, "": []]]]
        for (number, value) in values.enumerated() {
            let revision: Int64 = number == 0 ? .max : 0
            let written = KeyedValue(key: "a\u{1}\"ü", value: value, origin: origin, revision: revision)
            var record = GetResult()
            (record.key, record.value) = ("a\u{1}\"ü", value)
            (record.origin, record.revision) = (origin.name, revision)
            #expect(try text { try written.write(to: &$0) } == text { try record.writeAsDeclared(to: &$0) })
        }
    }

    private func text(_ write: (inout JSONWriter) throws -> Void) throws -> String {
        var writer = JSONWriter()
        writer.beginArray()
        try write(&writer)
        try write(&writer)
        writer.endArray()
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }
}
