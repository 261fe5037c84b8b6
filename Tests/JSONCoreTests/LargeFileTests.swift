import JSONCore
import TestSupport
import Testing

/// Tests with the suite `json-large`: real documents of several megabytes.
@Suite(Conformance.data) struct LargeFileTests {
    static let names = ["canada.json", "citm_catalog.json", "twitter.json"]

    @Test(arguments: names)
    func `a large document survives a round trip`(name: String) throws {
        let bytes = try Conformance.bytes("json-large", name)
        let tree = try JSON.parse(bytes.span)
        let written = Array(try tree.text.utf8)
        let again = try JSON.parse(written.span)
        #expect(again == tree)
        #expect(Array(try again.text.utf8) == written)
    }

    @Test(arguments: names)
    func `the tree, the scan and the source agree`(name: String) throws {
        let bytes = try Conformance.bytes("json-large", name)
        let tree = try JSON.parse(bytes.span)
        #expect(Reading.value(at: try JSON.check(bytes.span), in: bytes.span) == tree)
        let source = try JSONSource(bytes.span)
        #expect(source.value == tree)
        #expect(source.duplicates.isEmpty)
    }
}
