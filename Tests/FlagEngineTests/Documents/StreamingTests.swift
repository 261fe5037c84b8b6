import FlagEngine
import JSONCore
import TestSupport
import Testing

/// A text is read flag by flag; the tree of the whole document gives the same flags.
@Suite struct StreamingTests {
    /// A generator of documents, some with a fault.
    private struct RandomDocument {
        var logic: RandomLogic<SeededGenerator>

        init(seed: UInt64) { logic = RandomLogic(generator: SeededGenerator(seed: seed)) }

        mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &logic.generator) == 0 }

        mutating func flag(_ number: Int) -> String {
            let space = chance(3) ? "\n  " : ""
            let shared = #"{"if": [{"$ref": "shared"}, "on", {"$ref": "gone"}, "off"]}"#
            let rule = chance(4) ? shared : logic.rule(depth: 3).text
            let targeting = chance(4) ? "" : #",\#(space)"targeting": \#(rule.hasPrefix("{") ? rule : "null")"#
            let metadata = chance(4) ? #", "metadata": {"owner": "team\#(number)"}"# : ""
            let state = chance(40) ? "ENABLE" : "ENABLED"
            let rest = targeting + metadata + space
            return #"{"state": "\#(state)", "variants": {"on": \#(number), "off": 0}\#(rest)}"#
        }

        mutating func text(_ flags: [String]) -> String {
            var text = "{"
            if chance(3) { text += #""metadata": {"source": "test", "n": \#(chance(2) ? "1" : "[]")}, "# }
            if chance(2) { text += #""$schema": "https://flagd.dev/schema/v0/flags.json", "# }
            text += #""flags": {"#
            text += flags.enumerated().map { "\"f\($0)\": \($1)" }.joined(separator: ",\n")
            text += "}"
            if chance(2) { text += #", "$evaluators": {"shared": {"==": [{"var": "a"}, \#(chance(2) ? "1" : "2")]}}"# }
            return text + "}"
        }
    }

    private static func flags(_ text: String) -> Result<[FlagDefinition], FlagFaults> {
        do throws(FlagFaults) {
            return .success(try FlagSet(Array(text.utf8).span).definitions)
        } catch {
            return .failure(error)
        }
    }

    private static func flags(_ document: JSON) -> Result<[FlagDefinition], FlagFaults> {
        do throws(FlagFaults) {
            return .success(try FlagSet(document).definitions)
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: Seeds.all) func `a text gives the flags and the faults of its tree`(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        for _ in 0..<40 {
            let text = random.text((0..<6).map { random.flag($0) })
            switch (Self.flags(text), Self.flags(try JSON.parse(text))) {
            case (.success(let flags), .success(let expected)):
                try #require(flags == expected, "\(text)")
                for (flag, other) in zip(flags, expected) {
                    try #require(flag.definition == other.definition, "\(text)")
                    try #require(flag.metadata == other.metadata, "\(text)")
                    try #require(flag.rule?.missingEvaluator == other.rule?.missingEvaluator, "\(text)")
                }
            case (.failure(let faults), .failure(let expected)):
                let paths = Set(faults.faults.map(\.path))
                try #require(paths == Set(expected.faults.map(\.path)), "\(text)")
            default: Issue.record("\(text)")
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `flags of an earlier version are used again only if they are equal`(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        var flags = (0..<6).map { random.flag($0) }
        var last = FlagSet()
        for _ in 0..<40 {
            let changed = Int.random(in: 0..<flags.count, using: &random.logic.generator)
            flags[changed] = random.flag(changed)
            let text = Array(random.text(flags).utf8)
            guard let alone = try? PartialFlagSet(text.span),
                let reused = try? PartialFlagSet(text.span, reusing: last)
            else { continue }
            try #require(reused.flags == alone.flags)
            try #require(reused.faulty == alone.faulty)
            for flag in reused.flags.definitions {
                let expected = alone.flags[flag.key]
                try #require(flag.definition == expected?.definition)
                try #require(flag.metadata == expected?.metadata)
                try #require(flag.rule?.missingEvaluator == expected?.rule?.missingEvaluator)
                if reused.faultyCount == 0, last[flag.key] == flag {
                    try #require(last[flag.key] === flag)
                }
            }
            last = reused.flags
        }
    }

    @Test(arguments: [
        #"{"flags": {"a": {"state": "ENABLED", "variants": {"x": 1}}, "a": {"state": "ENABLED", "variants": {"x": 2}}}}"#,
        #"{"flags": {"a": {"state": "ENABLED", "state": "ENABLED", "variants": {"x": 1}}}}"#,
        #"{"flags": {"a": {"state": "ENABLED", "variants": {"x": {"y": 1, "y": 2}}}}}"#,
        #"{"flags": {}, "flags": {"a": {"state": "ENABLED", "variants": {"x": 1}}}}"#,
        #"{"flags": {}, "other": {"y": 1, "y": 2}}"#,
        #"{"flags": {}, "$evaluators": {"y": {"==": [1]}, "y": {"==": [1]}}}"#,
    ]) func `a repeated name is a fault wherever it is`(text: String) {
        guard case .failure(let faults) = Self.flags(text) else {
            Issue.record("no fault in \(text)")
            return
        }
        #expect(faults.faults.contains { $0.description.contains("is repeated") })
    }
}
