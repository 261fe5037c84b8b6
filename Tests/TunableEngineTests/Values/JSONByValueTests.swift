import JSONCore
import Testing
import TunableEngine

@Suite struct JSONByValueTests {
    @Test(
        arguments: [
            (1, 1.0), (0, -0.0), ([1, "a"], [1.0, "a"]), (["a": 1, "b": 2], ["b": 2.0, "a": 1]), (nil, nil),
            (["x": [["y": 1e2]]], ["x": [["y": 100]]]), (9_007_199_254_740_992, 9_007_199_254_740_992.0),
        ] as [(JSON, JSON)]
    )
    func `JSON values of equal value are equal and have equal hashes`(left: JSON, right: JSON) {
        #expect(JSONByValue(left) == JSONByValue(right))
        #expect(JSONByValue(left).hashValue == JSONByValue(right).hashValue)
    }

    @Test(
        arguments: [
            (1, true), (0, false), (1, "1"), (nil, false), ([], [:]), ([1, 2], [2, 1]), (["a": 1], ["a": 1, "b": 1]),
            (["a": 1], ["b": 1]), ("\u{e9}", "e\u{301}"), (9_007_199_254_740_993, 9_007_199_254_740_992.0), (0.1, 0.2),
            ([[1]], [[2]]), (1, [1]),
        ] as [(JSON, JSON)]
    )
    func `different JSON values are not equal`(left: JSON, right: JSON) {
        #expect(JSONByValue(left) != JSONByValue(right))
    }
}
