import FlagEngine
import JSONCore
import TestSupport
import Testing

@Suite struct EvaluationContextTests {
    private static let context = EvaluationContext(
        own: ["targetingKey": "device-1", "device": ["os": "linux"], "a": "own", "b": "own", "c": "own"],
        given: [
            "device": ["os": "given"], "caller": ["uid": 0], "$flagd": ["flagKey": "forged"], "b": "given",
            "c": "given",
        ],
        configured: ["c": "configured", "stage": "test"],
        unforgeable: ["caller": ["uid": 1000, "client": "shop"]],
        timestamp: 1_700_000_000
    )

    @Test(
        arguments: [
            ("a", "own"), ("b", "given"), ("c", "configured"), ("stage", "test"), ("device.os", "given"),
            ("targetingKey", "device-1"), ("caller.uid", 1000), ("caller.client", "shop"), ("$flagd.flagKey", "flag"),
            ("$flagd.timestamp", 1_700_000_000), ("device.arch", nil),
        ] as [(String, JSON)]
    )
    func `later context sources override earlier ones by top-level name`(name: String, value: JSON) throws {
        let text = #"{"state":"ENABLED","variants":{"true":1},"targeting":{"===":[{"var":"\#(name)"},\#(value.text)]}}"#
        let flag = try FlagDefinition.read(JSON(text: text), key: FlagKey("flag"))
        #expect(flag.evaluate(EvaluationRequest(), in: Self.context).variant == "true")
    }

    @Test func `the merged context contains every source`() throws {
        let merged = Self.context.merged(for: "flag")
        #expect(
            merged == [
                "targetingKey": "device-1", "device": ["os": "given"], "a": "own", "b": "given", "c": "configured",
                "stage": "test", "caller": ["uid": 1000, "client": "shop"],
                "$flagd": ["flagKey": "flag", "timestamp": 1_700_000_000],
            ]
        )
    }

    @Test(arguments: Seeds.all)
    func `variable lookup agrees with the merged context on random rules`(seed: UInt64) throws {
        var random = RandomLogic(generator: SeededGenerator(seed: seed))
        for _ in 0..<200 {
            let logic = random.rule(depth: 4)
            guard logic.object?.isEmpty == false else { continue }
            let parts = (0..<4).map { _ in random.data().object ?? JSONObject() }
            let context = EvaluationContext(
                own: parts[0],
                given: parts[1],
                configured: parts[2],
                unforgeable: parts[3],
                timestamp: 7
            )
            let merged = context.merged(for: "flag")
            switch merged["targetingKey"] {
            case nil, .null, .string: break
            default: continue
            }
            let expected = NaiveLogic.value(logic, NaiveValue(.object(merged))).json
            let definition: JSON = ["state": "ENABLED", "variants": ["a": 1], "targeting": logic]
            let flag = try FlagDefinition.read(definition, key: FlagKey("flag"))
            let evaluation = flag.evaluate(EvaluationRequest(callersDefault: 0), in: context)
            // With one variant, the fault shows the result of the rule.
            let isNull = evaluation.reason == .default
            #expect(isNull == (expected == .null), "seed \(seed): \(logic.text) for \(JSON.object(merged).text)")
            if case .unknownVariant(let name, _) = evaluation.fault {
                #expect(
                    name == NaiveValue(expected).text,
                    "seed \(seed): \(logic.text) for \(JSON.object(merged).text)"
                )
            }
        }
    }
}
