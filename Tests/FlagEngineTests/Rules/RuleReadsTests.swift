import FlagEngine
import JSONCore
import Testing

@Suite struct RuleReadsTests {
    /// Returns each name that a rule reads with its path, such as `zone at ==/0/var`.
    private static func reads(_ rule: String) throws -> [String] {
        try Rule.compiled(JSON(text: rule)).reads.map { read in
            let steps = read.steps.map { step in
                switch step {
                case .name(let name): name
                case .position(let position): "\(position)"
                }
            }
            return "\(read.name ?? "?") at \(steps.joined(separator: "/"))"
        }
    }

    @Test(
        arguments: [
            (#"{"==":[1,2]}"#, []),
            (#"{"var":"a.b"}"#, ["a.b at var"]),
            (#"{"var":["a",{"var":"b"}]}"#, ["a at var", "b at var/1/var"]),
            (#"{"!":{"var":""}}"#, [" at !/var"]),
            (
                #"{"and":[{"==":[{"var":"a"},1]},{"?:":[{"var":"b"},1,2]}]}"#,
                ["a at and/0/==/0/var", "b at and/1/?:/0/var"]
            ),
            (#"{"var":{"cat":["a",{"var":"b"}]}}"#, ["? at var", "b at var/cat/1/var"]),
            (#"{"missing":["a","b"]}"#, ["a at missing/0", "b at missing/1"]),
            (#"{"missing":{"merge":["a",{"var":"b"}]}}"#, ["? at missing", "b at missing/merge/1/var"]),
            (#"{"missing_some":[1,["a","b"]]}"#, ["a at missing_some/1", "b at missing_some/1"]),
            (#"{"fractional":[["on"],["off"]]}"#, ["targetingKey at fractional"]),
            (
                #"{"fractional":[{"var":"host"},["on",{"var":"n"}],["off"]]}"#,
                ["host at fractional/0/var", "n at fractional/1/1/var"]
            ),
            (#"{"some":[{"var":"list"},{"==":[{"var":"x"},1]}]}"#, ["list at some/0/var"]),
            (
                #"{"reduce":[{"var":"list"},{"var":"current"},{"var":"start"}]}"#,
                ["list at reduce/0/var", "start at reduce/2/var"]
            ),
        ] as [(String, [String])]
    )
    func `the names that a rule reads are listed`(_ rule: String, _ expected: [String]) throws {
        #expect(try Self.reads(rule) == expected)
    }

    @Test(arguments: [("{\"var\":\"a\"}", false), ("{\"!\":[{\"var\":\"a\"}]}", true), ("\"0\"", true), ("[]", false)])
    func `the truth of a value is that of JsonLogic`(_ rule: String, _ expected: Bool) throws {
        #expect(try Rule.compiled(JSON(text: rule)).isTrue(for: ["a": []]) == expected)
    }
}
