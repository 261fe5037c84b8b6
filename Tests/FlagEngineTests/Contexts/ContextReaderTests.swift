import FlagEngine
import JSONCore
import TestSupport
import Testing

/// Tests that a rule gives the same result with the values that it reads from a text as with the whole context.
@Suite struct ContextReaderTests {
    @Test(arguments: Seeds.all)
    func `an evaluation from the text agrees with one in the whole context`(seed: UInt64) throws {
        var random = RandomLogic(generator: SeededGenerator(seed: seed))
        var spelling = RandomSpelling(generator: SeededGenerator(seed: ~seed))
        var reader = ContextReader()
        var count = 0
        for _ in 0..<400 {
            let logic = random.rule(depth: 4)
            guard logic.object?.isEmpty == false, let flag = try? Self.flag(logic), let rule = flag.rule else {
                continue
            }
            let base = EvaluationContext(
                own: random.members(),
                configured: random.members(),
                unforgeable: random.members(),
                timestamp: 1_700_000_000
            )
            let text = spelling.text(random.members())
            guard reader.read(rule, from: text, over: base) else { continue }
            let whole = base.giving(try #require(try JSON(text: text).object))
            count += 1
            let request = EvaluationRequest(callersDefault: "mine")
            let expected = flag.evaluate(request, in: whole)
            let result = flag.evaluate(request, in: base, reading: reader)
            #expect(
                result.variant == expected.variant && result.value == expected.value
                    && result.reason == expected.reason && result.fault == expected.fault,
                "seed \(seed): \(logic.text) for \(text) gives \(result)"
            )
        }
        #expect(count >= 40, "only \(count) rules read a few names")
    }

    @Test(
        arguments: [
            #"{"var":""}"#, #"{"var":[{"var":"a"}]}"#, #"{"missing":["a"]}"#, #"{"missing_some":[1,["a"]]}"#,
        ]
    )
    func `a rule that may read any member gets the whole context`(text: String) throws {
        var reader = ContextReader()
        let rule = try Rule.compiled(JSON(text: text))
        let isRead = reader.read(rule, from: #"{"a":1}"#)
        #expect(!isRead)
    }

    @Test(arguments: [(16, true), (17, false)])
    func `a rule with more than 16 names gets the whole context`(count: Int, isRead: Bool) throws {
        var reader = ContextReader()
        let names = (0..<count).map { ["var": .string("n\($0).x")] as JSON }
        let rule = try Rule.compiled(["cat": .array(names)])
        let wasRead = reader.read(rule, from: "{}")
        #expect(wasRead == isRead)
    }

    @Test func `values of the last context do not remain`() throws {
        let flag = try Self.flag(["if": [["==": [["var": "a"], 1]], "one", "two"]])
        let rule = try #require(flag.rule)
        var reader = ContextReader()
        let contexts = [(#"{"a":1}"#, "one"), ("{}", "two"), (#"{"b":1}"#, "two"), (#"{"b":2,"a":1.0}"#, "one")]
        for (text, variant) in contexts {
            let isRead = reader.read(rule, from: text)
            #expect(isRead)
            let evaluation = flag.evaluate(EvaluationRequest(), in: EvaluationContext(), reading: reader)
            #expect(evaluation.variant == variant)
        }
    }

    private static func flag(_ rule: JSON) throws -> FlagDefinition {
        let variants: JSON = ["one": 1, "two": 2, "true": 3, "false": 4, "a": 5, "0": 7]
        return try FlagDefinition.read(
            ["state": "ENABLED", "variants": variants, "defaultVariant": "two", "targeting": rule],
            key: try FlagKey("flag")
        )
    }
}

extension ContextReader {
    /// Reads from a text that ends with the context, and from one that continues after it.
    fileprivate mutating func read(
        _ rule: Rule,
        from given: String,
        over base: EvaluationContext = EvaluationContext()
    ) -> Bool {
        let bytes = Array(given.utf8)
        var members = JSONMembers(of: JSONRange(0..<bytes.count, in: bytes.span))
        let isRead = read(rule, from: &members, in: bytes.span, over: base)
        let longer = bytes + Array(repeating: UInt8(ascii: " "), count: 8)
        members = JSONMembers(of: JSONRange(0..<bytes.count, in: longer.span))
        return read(rule, from: &members, in: longer.span, over: base) && isRead
    }
}

extension RandomLogic {
    /// Returns the members of a part of a context.
    fileprivate mutating func members() -> JSONObject {
        for _ in 0..<8 {
            if let object = data().object {
                return object
            }
        }
        return ["targetingKey": "u1"]
    }
}
