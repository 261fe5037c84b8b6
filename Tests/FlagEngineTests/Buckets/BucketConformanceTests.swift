import JSONCore
import TestSupport
import Testing

@testable import FlagEngine

/// Tests with hashes and buckets that are equal in every language.
@Suite(Conformance.data) struct BucketConformanceTests {
    @Test func `hashes match the murmur3 reference values`() throws {
        let hashes = try #require(try Self.suite()["hash_murmur3_x86_32_seed0"]?.object)
        for member in hashes.members {
            #expect(.integer(Int64(Murmur3.hash(member.name))) == member.value, "\(member.name)")
        }
        #expect(hashes.count == 6)
    }

    @Test func `bucketing selects the reference variants`() throws {
        let cases = try #require(try Self.suite()["cases"]?.array)
        for item in cases {
            let key = try #require(item.object?["bucketBy"])
            let shares = try #require(item.object?["distribution"]?.array)
            let rule = try Rule.compiled(["fractional": .array([["var": "key"]] + shares)])
            #expect(try rule.value(for: ["key": key]) == item.object?["variant"], "\(key.text)")
            guard case .string(let text) = key else { continue }
            #expect(item.object?["hash"] == .integer(Int64(Murmur3.hash(text))))
        }
        #expect(!cases.isEmpty)
    }

    private static func suite() throws -> JSONObject {
        try #require(try Conformance.json("murmur3", "fractional.json").object)
    }
}
