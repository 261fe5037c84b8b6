import JSONCore
import TestSupport
import Testing

/// Tests with the suite `json-numbers`: each number must give exactly the expected bits.
@Suite(Conformance.data) struct NumberConformanceTests {
    @Test(arguments: ["freetype-2-7.txt", "google-wuffs.txt"])
    func `every number is parsed to the exact bits`(name: String) throws {
        let lines = try Conformance.bytes("json-numbers", name).split(separator: UInt8(ascii: "\n"))
        var read = 0
        for line in lines {
            let columns = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            let bits = try #require(UInt64(String(decoding: columns[2], as: UTF8.self), radix: 16))
            let spelling = Array(columns[3])
            guard NumberConformanceTests.isNumber(spelling) else {
                #expect(refusal(of: spelling) != nil, "\(String(decoding: spelling, as: UTF8.self))")
                continue
            }
            read += 1
            let expected = Double(bitPattern: bits)
            guard expected.isFinite else {
                let fault = refusal(of: spelling)
                #expect(fault?.reason == .numberOutOfRange, "\(String(decoding: spelling, as: UTF8.self))")
                continue
            }
            let double = try JSON.check(spelling.span).double(in: spelling.span)
            #expect(double?.bitPattern == bits, "\(String(decoding: spelling, as: UTF8.self))")
            switch try JSON.parse(spelling.span) {
            case .integer(let value): #expect(Double(value).bitPattern == bits)
            case .double(let value): #expect(value.bitPattern == bits)
            default: Issue.record("no number")
            }
        }
        #expect(read > 1_000)
    }

    /// Returns whether a spelling matches the grammar of RFC 8259, independent of the scanner.
    private static func isNumber(_ spelling: [UInt8]) -> Bool {
        String(decoding: spelling, as: UTF8.self)
            .wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    }
}
