import JSONCore
import TestSupport
import Testing

@Suite struct NumberTests {
    @Test(arguments: [
        ("0", 0), ("-1", -1), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
        ("1000000000000000000", 1_000_000_000_000_000_000),
    ])
    func `whole numbers in range are parsed as integers`(spelling: String, value: Int64) throws {
        #expect(try JSON.parse(spelling) == .integer(value))
        #expect(try JSON.integer(value).text == spelling)
    }

    @Test(arguments: [
        ("9223372036854775808", 9.223372036854775808e18), ("-9223372036854775809", -9.223372036854775808e18),
        ("18446744073709551616", 1.8446744073709551616e19), ("10000000000000000000", 1e19),
        ("100000000000000000000000", 1e23), ("-0", -0.0), ("-0.0", -0.0), ("0.0", 0.0), ("1.0", 1.0), ("1e2", 100.0),
        ("1E+2", 100.0), ("1e-2", 0.01), ("0e999999999999999999999", 0.0), ("-0e-1", -0.0), ("1e-400", 0.0),
        ("-1e-400", -0.0), ("1e-99999999999999999999", 0.0), ("4.9e-324", .leastNonzeroMagnitude), ("2.4e-324", 0.0),
        ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1.7976931348623158e308", .greatestFiniteMagnitude),
        ("9007199254740993.0", 9007199254740992.0), ("9007199254740993.0000000000000000001", 9007199254740994.0),
    ])
    func `every other number is parsed as the nearest double`(spelling: String, value: Double) throws {
        #expect(try JSON.parse(spelling) == .double(value))
    }

    @Test(arguments: [
        ("1e309", 0), ("-1e309", 0), ("[1e999999999999999999999]", 1), ("1.7976931348623159e308", 0),
        (" " + String(repeating: "9", count: 310), 1), (#"{"a": -1E400}"#, 6),
        ("0.1e310", 0), (String(repeating: "9", count: 309), 0),
    ])
    func `a number beyond the range of a double is refused`(spelling: String, offset: Int) throws {
        let fault = try #require(refusal(of: Array(spelling.utf8)))
        #expect(fault.reason == .numberOutOfRange)
        #expect(fault.offset == offset)
    }

    @Test func `many digits do not cause a range error`() throws {
        let zeros = String(repeating: "0", count: 400)
        #expect(try JSON.parse("0.\(zeros)1") == .double(0))
        #expect(try JSON.parse("1\(zeros)e-400") == .double(1))
        #expect(try JSON.parse("0.\(zeros)1e401") == .double(1))
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (0.1, "0.1"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"), (123456.789, "123456.789"), (-2.5e-7, "-2.5e-07"),
    ])
    func `doubles are written in their shortest form`(value: Double, spelling: String) throws {
        #expect(try JSON.double(value).text == spelling)
        #expect(try JSON.parse(spelling) == .double(value))
    }

    @Test(arguments: Seeds.all)
    func `doubles of random bits survive a round trip`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            #expect(try JSON.parse(JSON.double(value).text) == .double(value))
        }
    }

    @Test(arguments: Seeds.all)
    func `digits and exponents are parsed like the standard library does`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let digits = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            let spelling = "\(digits).\(generator.next() >> 40)e\(Int.random(in: -360...280, using: &generator))"
            let expected = try #require(Double(spelling))
            #expect(try JSON.parse(spelling) == .double(expected), "\(spelling)")
        }
    }

    @Test(arguments: Seeds.all)
    func `subnormal numbers and their midpoints are parsed like the standard library does`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bits = generator.next() >> UInt64.random(in: 11..<64, using: &generator)
            let value = Double(bitPattern: bits)
            // With these tails, the number is equal to a double, or close to the midpoint between two doubles.
            let digits = "\(value)".split(separator: "e")
            for tail in ["", "0000000000000001", "4999999999999999999", "5", "5000000000000000000001"]
            where digits.count == 2 {
                let spelling = "\(digits[0])\(digits[0].contains(".") ? "" : ".")\(tail)0e\(digits[1])"
                let expected = try #require(Double(spelling))
                #expect(try JSON.parse(spelling) == .double(expected), "\(spelling)")
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `a number halfway between two doubles rounds to even`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let odd = (UInt64(1) << 53 | generator.next() >> 11) << 1 | 1
            for spelling in ["\(odd)e0", "\(odd).0", "\(odd)000e-3", "\(odd).00000000000000000000000001", "\(odd)e3"] {
                let expected = try #require(Double(spelling))
                #expect(try JSON.parse(spelling) == .double(expected), "\(spelling)")
            }
        }
    }

    @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
    func `writing a number that is not finite fails and leaves no partial output`(value: Double) throws {
        var buffer = ByteBuffer()
        buffer.append("[")
        #expect(throws: JSONNotFinite.self) {
            try buffer.append(json: JSON.array([1, .double(value)]))
        }
        #expect(Array(buffer) == Array("[".utf8), "nothing half-written may stay")
    }
}
