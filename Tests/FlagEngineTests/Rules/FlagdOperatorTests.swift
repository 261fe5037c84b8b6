import FlagEngine
import JSONCore
import Testing

/// Tests of flagd's operators, with the special cases of its reference and its test bed.
@Suite struct FlagdOperatorTests {
    private static let cards = #"["clubs",25],["diamonds",25],["hearts",25],["spades",25]"#

    private static func value(_ rule: String, _ data: String = "{}") throws -> JSON {
        try Rule.compiled(JSON(text: rule)).value(for: JSON(text: data))
    }

    @Test(
        arguments: [("jack", "hearts"), ("queen", "spades"), ("ten", "clubs"), ("nine", "diamonds"), ("3", "clubs")]
    )
    func `fractional by flag key and user name matches flagd`(name: String, card: String) throws {
        let rule = #"{"fractional":[{"cat":[{"var":"$flagd.flagKey"},{"var":"user.name"}]},\#(Self.cards)]}"#
        let data = #"{"$flagd":{"flagKey":"fractional-flag"},"user":{"name":"\#(name)"}}"#
        #expect(try Self.value(rule, data) == .string(card))
    }

    @Test(arguments: [("seven", "hearts"), ("eight", "diamonds"), ("nine", "clubs"), ("two", "spades")])
    func `fractional with a shared seed matches flagd`(name: String, card: String) throws {
        let rule = #"{"fractional":[{"cat":["shared-seed",{"var":"user.name"}]},\#(Self.cards)]}"#
        #expect(try Self.value(rule, #"{"user":{"name":"\#(name)"}}"#) == .string(card))
    }

    @Test(
        arguments: [
            ("ejOoVL", "lower"), ("bY9fO-", "lower"), ("SI7p-", "lower"), ("6LvT0", "upper"), ("ceQdGm", "upper"),
        ]
    )
    func `fractional matches flagd for hashes near the limits of the range`(key: String, half: String) throws {
        let rule = #"{"fractional":[{"var":"targetingKey"},["lower",50],["upper",50]]}"#
        #expect(try Self.value(rule, #"{"targetingKey":"\#(key)"}"#) == .string(half))
    }

    @Test(arguments: [("jon@company.com", "heads"), ("jane@company.com", "tails")])
    func `fractional without a key buckets by flag key and targeting key`(key: String, side: String) throws {
        let flags = try FlagSet(
            text: """
                {"flags": {"fractional-flag-shorthand": {"state": "ENABLED",
                 "variants": {"heads": "heads", "tails": "tails"}, "defaultVariant": "heads",
                 "targeting": {"fractional": [["heads"], ["tails", 1]]}}}}
                """
        )
        let evaluation = try flags.evaluate("fractional-flag-shorthand", given: ["targetingKey": .string(key)])
        #expect(evaluation.variant == side)
        #expect(evaluation.reason == .split)
    }

    @Test(
        arguments: [
            // The hash of the first key is in bucket 36 of 100, that of the second in bucket 76.
            (
                #"[{"if":[{"==":[{"var":"tier"},"premium"]},"premium","standard"]},50],["standard",50]"#, "premium",
                "standard"
            ),
            (#"[{"var":"tier"},50],["blue",50]"#, "premium", "blue"),
            (#"["red",{"if":[{"==":[{"var":"tier"},"premium"]},100,0]}],["blue",10]"#, "red", "red"),
            (#"["red",{"if":[{"==":[{"var":"tier"},"basic"]},100,0]}],["blue",10]"#, "blue", "blue"),
            (#"["a",{"-":[1,5]}],["b",1]"#, "b", "b"),
            (#"["a",{"*":[{"var":"negative"},1e60]}],["b",1]"#, "b", "b"),
        ]
    )
    func `variants and weights of fractional may be rules`(shares: String, first: String, second: String) throws {
        let rule = #"{"fractional":[{"var":"key"},\#(shares)]}"#
        let others = #""tier":"premium","negative":-3"#
        #expect(try Self.value(rule, #"{"key":"jon@company.com",\#(others)}"#) == .string(first))
        #expect(try Self.value(rule, #"{"key":"user1",\#(others)}"#) == .string(second))
    }

    @Test(
        arguments: [
            // There is no key to hash.
            #"{"fractional":[["a",1],["b",1]]}"#, #"{"fractional":[{"var":"missing"},["a",1]]}"#,
            // A key that is no text is not hashed, and no other key replaces it.
            #"{"fractional":[{"var":"number"},["a",1]]}"#, #"{"fractional":[{"var":"list"},["a",1]]}"#,
            // The hash is in no share.
            #"{"fractional":[{"var":"key"},["a",0],["b",0]]}"#, #"{"fractional":[{"var":"key"}]}"#,
            // The weights are not valid.
            #"{"fractional":[{"var":"key"},["a",{"var":"key"}]]}"#,
            #"{"fractional":[{"var":"key"},["a",{"var":"half"}]]}"#,
            #"{"fractional":[{"var":"key"},["a",{"var":"huge"}],["b",1]]}"#,
            #"{"starts_with":[{"var":"number"},"a"]}"#, #"{"ends_with":[{"var":"missing"},"a"]}"#,
            #"{"starts_with":["a",{"var":"list"}]}"#, #"{"sem_ver":[{"var":"key"},"=","1.0.0"]}"#,
            #"{"sem_ver":[{"var":"negative"},"=","1.0.0"]}"#, #"{"sem_ver":["1.0.0","=",{"var":"missing"}]}"#,
            #"{"sem_ver":[{"var":"large"},">","1"]}"#, #"{"sem_ver":[{"var":"list"},"=","1.0.0"]}"#,
            #"{"sem_ver":[{"==":[1,1]},"=","1"]}"#, #"{"sem_ver":[{"/":[0,0]},"!=","1"]}"#,
        ]
    )
    func `an operator with invalid input returns null`(rule: String) throws {
        let data =
            #"{"key":"k","number":1,"negative":-1,"half":0.5,"huge":2147483647,"large":1e21,"list":["a"]}"#
        #expect(try Self.value(rule, data) == .null)
    }

    @Test(
        arguments: [
            (#"{"<":[{"var":"$flagd.timestamp"},1]}"#, true), (#"{"var":"$flagd"}"#, true), (#"{"var":""}"#, true),
            (#"{"var":[{"cat":["$flagd",".timestamp"]}]}"#, true), (#"{"missing":["$flagd.timestamp"]}"#, true),
            (#"{"var":["a",{"var":"$flagd.timestamp"}]}"#, true), (#"{"var":"$flagd.flagKey"}"#, false),
            (#"{"fractional":[["a",1],["b",2]]}"#, false), (#"{"==":[{"var":"timestamp"},1]}"#, false),
        ]
    )
    func `a compiled rule reports whether it may read the time`(rule: String, maySeeTime: Bool) throws {
        #expect(try Rule.compiled(JSON(text: rule)).maySeeTime == maySeeTime)
    }

    @Test(arguments: [JSON.string(""), 7, true, nil, ["k"], [:]])
    func `a split by targeting key is null without one, and the rest of the rule is evaluated`(key: JSON) throws {
        let rule = #"{"if":[{"==":[{"fractional":[["one"]]},null]},"two","default"]}"#
        let flags = try FlagSet(rule: rule)
        #expect(try flags.evaluate("flag", given: ["targetingKey": key]).variant == "two")
        #expect(try flags.evaluate("flag", given: ["targetingKey": "k"]).variant == "default")
    }

    @Test func `the weights of fractional may add up to 2147483647`() throws {
        let rule = #"{"fractional":[{"var":"key"},["a",2147483646],["b",1]]}"#
        #expect(try Self.value(rule, #"{"key":"ceQdGm"}"#) == "b")
        #expect(try Self.value(rule, #"{"key":""}"#) == "a")
    }

    @Test(
        arguments: [
            (#"{"starts_with":["abcdef","abc"]}"#, true), (#"{"starts_with":["abc","abcdef"]}"#, false),
            (#"{"ends_with":["uvwxyz","xyz"]}"#, true), (#"{"ends_with":["xyz","wxyz"]}"#, false),
            (#"{"starts_with":["a",""]}"#, true), (#"{"ends_with":["Zürich","ürich"]}"#, true),
            (#"{"sem_ver":["v1.0.0","=","1.0.0"]}"#, true), (#"{"sem_ver":["1.5.0","^","1"]}"#, true),
            (#"{"sem_ver":["1.0.0+other","=","1.0.0+build"]}"#, true),
            (#"{"sem_ver":["2.0.0-alpha","<","2.0.0"]}"#, true), (#"{"sem_ver":["V1.0.0","=","v1"]}"#, true),
            (#"{"sem_ver":[1,"=","1.0.0"]}"#, true), (#"{"sem_ver":[1.2,"=","1.2.0"]}"#, true),
            (#"{"sem_ver":["1.2.9","~",1.2]}"#, true), (#"{"sem_ver":[3.0,"=",3]}"#, true),
            // A number has no trailing zeros: 1.20 is 1.2, and not version 1.20.
            (#"{"sem_ver":[1.20,"=","1.2.0"]}"#, true), (#"{"sem_ver":[1.20,"<","1.20"]}"#, true),
            (#"{"sem_ver":[{"+":[1,0.5]},">","1.4.9"]}"#, true),
        ]
    )
    func `the string and version operators compare their operands`(rule: String, holds: Bool) throws {
        #expect(try Self.value(rule) == .boolean(holds))
    }
}
