import JSONCore
import SearchEngine
import Testing
import TunerAPI

@testable import TunerCommands

@Suite struct SearchedKeyTests {
    private func key(
        _ spec: JSONObject?,
        value: JSON? = nil,
        range: String? = nil,
        isLogarithmic: Bool = false
    ) throws -> SearchedKey {
        var tunable = ListedTunable()
        (tunable.key, tunable.value, tunable.spec) = ("a", value, spec)
        return try KeySpecReader(tunable, range: range.flatMap(KeyRange.init), isLogarithmic: isLogarithmic).key()
    }

    private func ends(_ key: SearchedKey) -> [Double] { [key.dimension.low, key.dimension.high] }

    @Test func `a declared range limits the range of the command line, and both begin on a step`() throws {
        let spec: JSONObject = ["type": "integer", "minimum": 1, "maximum": 100, "step": 10]
        #expect(try ends(key(spec)) == [1, 100])
        #expect(try ends(key(spec, range: "a=15..88")) == [21, 81])
        #expect(try ends(key(["type": "integer", "minimum": 0.5, "maximum": 9.5])) == [1, 9])
        #expect(try ends(key(["type": "number", "step": 0.1], range: "a=0.05..0.98")) == [0.1, 0.9])
        #expect(throws: KeySpecReader.Fault.self) { try key(spec, range: "a=2..9") }
    }

    @Test func `the command line chooses the scale, then the declaration, then the ratio of the ends`() throws {
        func spec(_ scale: JSON?, to most: JSON) -> JSONObject {
            var spec: JSONObject = ["type": "number", "minimum": 1, "maximum": most]
            spec["x-scale"] = scale
            return spec
        }
        #expect(try !key(spec(nil, to: 64)).dimension.isLogarithmic)
        #expect(try key(spec(nil, to: 1_000)).dimension.isLogarithmic)
        #expect(try key(spec("log", to: 64)).dimension.isLogarithmic)
        #expect(try !key(spec("linear", to: 1_000)).dimension.isLogarithmic)
        #expect(try key(spec("linear", to: 64), isLogarithmic: true).dimension.isLogarithmic)
        #expect(throws: KeySpecReader.Fault.self) { try key(["type": "number", "x-scale": "log"], range: "a=0..8") }
    }

    @Test func `integers have whole steps, and extreme declarations are refused or have only their ends`() throws {
        let half: JSONObject = ["type": "integer", "minimum": 0, "maximum": 10, "step": 1.5]
        #expect(try key(half).dimension.count == 5)
        let huge: JSONObject = ["type": "integer", "minimum": 0, "maximum": 9, "step": 1e30]
        #expect(try key(huge).dimension.high == 9)
        for most in [1e17, 1.7e308] {
            let wide: JSONObject = ["type": "integer", "minimum": 0, "maximum": .double(most)]
            #expect(throws: KeySpecReader.Fault.self) { try key(wide) }
        }
        let wide: JSONObject = ["type": "number", "minimum": -1.7e308, "maximum": 1.7e308]
        #expect(throws: KeySpecReader.Fault.self) { try key(wide) }
    }

    @Test func `an exclusive end is not a value`() throws {
        let whole = try key(["type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 8])
        #expect(ends(whole) == [1, 7])
        let real = try key(["type": "number", "exclusiveMinimum": 0, "maximum": 1])
        #expect(real.dimension.low > 0)
    }

    @Test func `a key without a declaration has whole numbers if its value and its range are whole`() throws {
        #expect(try key(nil, value: 3, range: "a=1..9").dimension.kind == .integer)
        #expect(try key(nil, value: 3.5, range: "a=1..9").dimension.kind == .real)
        #expect(throws: KeySpecReader.Fault.self) { try key(nil, value: 3) }
    }

    @Test func `the start is the present value, or the nearest one in the range`() throws {
        let spec: JSONObject = ["type": "number", "minimum": 0, "maximum": 1]
        let present = try key(spec, value: 0.123_456_789)
        #expect(present.value(present.start) == 0.123_456_789)
        #expect(!present.isStartMoved)
        let moved = try key(spec, value: 0.5, range: "a=0.7..0.9")
        #expect(moved.start == 0.7)
        #expect(moved.isStartMoved)
        let options: JSONObject = ["type": "number", "enum": [1, 2.5]]
        #expect(try key(options, value: 2.5).start == 1)
        #expect(try key(["type": "boolean"], value: true).start == 1)
    }

    @Test func `values have only digits that matter`() throws {
        let real = try key(["type": "number", "minimum": 0, "maximum": 1])
        #expect(real.value(0.123_456_789) == 0.1235)
        #expect(real.value(1) == 1)
        let stepped = try key(["type": "number", "minimum": 0, "maximum": 1, "step": 0.1])
        #expect(stepped.value(0.1 + 0.2) == 0.3)
        let wide = try key(["type": "number", "minimum": 0.001, "maximum": 1e6])
        #expect(wide.value(0.012_345_678) == 0.012346)
        #expect(wide.value(123_456.78) == 123_460)
    }

    @Test func `the values near the present one are at most a part of the range away`() throws {
        let whole = try key(["type": "integer", "minimum": 0, "maximum": 100], value: 80)
        #expect(try ends(#require(whole.near(0.1))) == [70, 90])
        #expect(try ends(#require(whole.near(0.5))) == [30, 100])
        #expect(whole.near(0.005) == nil)
        let stepped = try key(["type": "number", "minimum": 0, "maximum": 10, "step": 2], value: 4)
        #expect(try ends(#require(stepped.near(0.25))) == [2, 6])
        let wide = try key(["type": "number", "minimum": 1, "maximum": 10_000], value: 100)
        let near = try #require(wide.near(0.25))
        #expect(near.dimension.isLogarithmic)
        #expect(abs(near.dimension.low - 10) < 1e-9)
        #expect(abs(near.dimension.high - 1_000) < 1e-6)
        #expect(near.start == 100)
        #expect(try key(["type": "boolean"], value: true).near(0.1) != nil)
    }

    @Test(arguments: ["a", "a=1", "a=1..", "=1..2", "a=2..1", "a=1..1", "a=x..2", "a=nan..2"])
    func `a text that is no range is refused`(text: String) { #expect(KeyRange(text) == nil) }

    @Test func `a range can have negative numbers and exponents`() {
        let range = KeyRange("a.b=-1.5..2e3")
        #expect(range?.key == "a.b")
        #expect(range?.low == -1.5)
        #expect(range?.high == 2_000)
    }
}
