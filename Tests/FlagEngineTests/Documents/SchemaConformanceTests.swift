import FlagEngine
import JSONCore
import TestSupport
import Testing

/// Tests with flagd's own documents, valid and invalid.
@Suite(Conformance.data) struct SchemaConformanceTests {
    private static let suite = "flagd-schemas/json"

    /// The documents that flagd accepts and `FlagSet` refuses.
    private static let refused: [String: String] = [
        "example.flagdimport.array.json": "its flags stand in an array"
    ]

    @Test func `valid documents of the suite load`() throws {
        let directory = "\(Self.suite)/test/flags/positive"
        let names = Conformance.names(in: directory)
        for name in names {
            let bytes = try Conformance.bytes(directory, name)
            if Self.refused[name] == nil {
                #expect(throws: Never.self, "\(name)") { _ = try FlagSet(bytes.span) }
            } else {
                #expect(throws: FlagFaults.self, "\(name)") { _ = try FlagSet(bytes.span) }
            }
        }
        #expect(names.count == 9)
        let minimal = try Conformance.json("\(Self.suite)/examples", "minimal.json")
        #expect(throws: Never.self) { _ = try FlagSet(minimal) }
    }

    @Test func `invalid documents of the suite are refused with a path and a line`() throws {
        let directory = "\(Self.suite)/test/flags/negative"
        let names = Conformance.names(in: directory)
        for name in names {
            let bytes = try Conformance.bytes(directory, name)
            let faults = try #require(throws: FlagFaults.self, "\(name)") { _ = try FlagSet(bytes.span) }
            for fault in faults.faults {
                #expect(fault.position != nil && !fault.steps.isEmpty, "\(name): \(fault)")
            }
        }
        #expect(names.count == 9)
    }

    @Test func `valid rules of the suite load`() throws {
        let directory = "\(Self.suite)/test/targeting/positive"
        let names = Conformance.names(in: directory)
        for name in names {
            let document = Self.document(with: try Conformance.json(directory, name))
            #expect(throws: Never.self, "\(name)") { _ = try FlagSet(document) }
        }
        #expect(names.count == 7)
    }

    @Test func `invalid rules of the suite are refused`() throws {
        let directory = "\(Self.suite)/test/targeting/negative"
        let names = Conformance.names(in: directory)
        for name in names {
            let document = Self.document(with: try Conformance.json(directory, name))
            #expect(throws: FlagFaults.self, "\(name)") { _ = try FlagSet(document) }
        }
        #expect(names.count == 9)
    }

    @Test func `the full flagd example is refused for two operands that its schema forbids`() throws {
        let bytes = try Conformance.bytes("\(Self.suite)/examples", "full.json")
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(bytes.span) }
        let words = faults.faults.map(\.description)
        try #require(words.count == 2)
        #expect(words[0].contains("ends_with/1 must be a string or a rule, got a number"))
        #expect(words[1].contains("sem_ver/2 must be a version such as 1.2.3, got 2.0.0.0"))
    }

    private static func document(with targeting: JSON) -> JSON {
        ["flags": ["flag": ["state": "ENABLED", "variants": ["on": true], "targeting": targeting]]]
    }
}
