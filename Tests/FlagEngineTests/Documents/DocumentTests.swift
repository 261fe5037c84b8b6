import FlagEngine
import JSONCore
import TestSupport
import Testing

@Suite struct DocumentTests {
    /// Returns a document with one flag, which begins on the second line.
    private static func document(_ flag: String, _ rest: String = "") -> String {
        "{\"flags\": {\n\"flag\": \(flag)}\(rest)}"
    }

    private static let head = #"{"state":"ENABLED","variants":{"on":true},"#

    @Test(
        arguments: [
            ("[]", "must be an object, got an array"),
            ("{}", "flags is missing"),
            (#"{"flags":[]}"#, "flags must be an object of flags by key; an array of flags is not supported"),
            (#"{"flags":1}"#, "flags must be an object, got a number"),
            (#"{"flags":{"":{"state":"ENABLED","variants":{"a":1}}}}"#, "must not be empty"),
            (#"{"flags":{"a\u0007":{"state":"ENABLED","variants":{"a":1}}}}"#, "must not have control characters"),
            (document("1"), "flags/flag must be an object, got a number"),
            (document(#"{"variants":{"a":1}}"#), "flags/flag has no state"),
            (document(#"{"state":"ENABLED"}"#), "flags/flag has no variants"),
            (document(#"{"state":"ENABLE","variants":{"a":1}}"#), "flag/state must be ENABLED or DISABLED, got ENABLE"),
            (document(#"{"state":1,"variants":{"a":1}}"#), "flag/state must be a string, got a number"),
            (document(#"{"state":"ENABLED","variants":{}}"#), "flag/variants must have at least one variant"),
            (document(#"{"state":"ENABLED","variants":{"":1}}"#), "must not have an empty name"),
            (document(#"{"state":"ENABLED","variants":{"a":null}}"#), "variants/a must be a boolean, a string"),
            (document(#"{"state":"ENABLED","variants":{"a":[1]}}"#), "got an array"),
            (document(#"{"state":"ENABLED","variants":{"a":1,"b":"x"}}"#), "variants/b must be a number like"),
            (document(head + #""defaultVariant":"onn"}"#), "names onn, which is not a variant; did you mean on?"),
            (document(head + #""defaultVariant":true}"#), "defaultVariant must be a string or null, got a boolean"),
            (document(head + #""targeting":[]}"#), "targeting must be a rule, which is an object, got an array"),
            (
                document(head + #""targeting":{"startswith":["a","b"]}}"#),
                "is not an operator; did you mean starts_with?"
            ),
            (document(head + #""targeting":{"if":[true,{"a":1,"b":2}]}}"#), "targeting/if/1 must be one operator"),
            (document(head + #""targeting":{"a":1,"b":2}}"#), "flag/targeting must be one operator"),
            (
                document(head + #""targeting":{"starts_with":[{"a":1,"b":2},"a"]}}"#),
                "starts_with/0 must be one operator"
            ),
            (document(head + #""targeting":{"sem_ver":["1","=",{"a":1,"b":2}]}}"#), "sem_ver/2 must be one operator"),
            (
                document(head + #""targeting":{"sem_ver":["1","=",-1]}}"#),
                "sem_ver/2 must be a version such as 1.2.3, got -1"
            ),
            (document(head + #""targeting":{"sem_ver":[true,"=","1"]}}"#), "sem_ver/0 must be a version"),
            (
                document(head + #""targeting":{"fractional":[{"a":1,"b":2},["on"]]}}"#),
                "fractional/0 must be one operator"
            ),
            (
                document(head + #""targeting":{"fractional":[["on",{"a":1,"b":2}]]}}"#),
                "fractional/0/1 must be one operator"
            ),
            (document(head + #""targeting":{"var":"$flagd.key"}}"#), "var reads $flagd.key"),
            (document(head + #""targeting":{"fractional":[]}}"#), "fractional must have at least one share"),
            (
                document(head + #""targeting":{"fractional":{"var":"a"}}}"#),
                "must be an array of operands, got an object"
            ),
            (
                document(head + #""targeting":{"fractional":["a",["b",1]]}}"#),
                "fractional/0 must be a rule to bucket by"
            ),
            (
                document(head + #""targeting":{"fractional":[["a",1],"b"]}}"#),
                "fractional/1 must be an array of a variant"
            ),
            (document(head + #""targeting":{"fractional":[["a",1,1]]}}"#), "fractional/0 takes 2 operands, got 3"),
            (
                document(head + #""targeting":{"fractional":[["a",-1]]}}"#),
                "fractional/0/1 must be a whole number, 0 or more"
            ),
            (document(head + #""targeting":{"fractional":[["a",0.5]]}}"#), "got 0.5"),
            (
                document(head + #""targeting":{"fractional":[["a","1"]]}}"#),
                "must be a whole number or a rule, got a string"
            ),
            (
                document(head + #""targeting":{"fractional":[["a",2147483647],["b",1]]}}"#),
                "sum is greater than 2147483647"
            ),
            (
                document(head + #""targeting":{"fractional":[["a",{"nope":1}]]}}"#),
                "fractional/0/1/nope is not an operator"
            ),
            (document(head + #""targeting":{"starts_with":["a"]}}"#), "starts_with takes 2 operands, got 1"),
            (
                document(head + #""targeting":{"ends_with":["a",1]}}"#),
                "ends_with/1 must be a string or a rule, got a number"
            ),
            (document(head + #""targeting":{"sem_ver":["1.0.0","=="," 1"]}}"#), "sem_ver/2 must be a version"),
            (
                document(head + #""targeting":{"sem_ver":["1.0.0","==","1"]}}"#),
                "sem_ver/1 must be one of = != < <= > >= ~ ^"
            ),
            (document(head + #""targeting":{"$ref":1}}"#), "$ref must be a string, got a number"),
            (
                document(head + #""metadata":{"a":null}}"#),
                "metadata/a must be a boolean, a string or a number, got null"
            ),
            (document(head + #""metadata":[]}"#), "metadata must be an object, got an array"),
            (document(head + #""x":1}"#, #","metadata":{"a":{}}"#), "metadata/a must be a boolean"),
            (document(head + #""x":1}"#, #","$evaluators":[]"#), "$evaluators must be an object, got an array"),
            (document(head + #""x":1}"#, #","$evaluators":{"a":true}"#), "$evaluators/a must be a rule"),
            (document(head + #""x":1}"#, #","$evaluators":{"a":{"nope":1}}"#), "$evaluators/a/nope is not an operator"),
            (
                document(head + #""x":1}"#, #","$evaluators":{"a":{"!":{"$ref":"a"}}}"#),
                "$evaluators/a refers to itself"
            ),
        ]
    )
    func `an invalid document is refused with the position of the fault`(text: String, sentence: String) throws {
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: text) }
        #expect(faults.faults.count == 1)
        let description = try #require(faults.faults.first).description
        #expect(description.contains(sentence), "\(description)")
        #expect(description.hasPrefix("line "))
    }

    @Test func `every fault of a document is reported with its line, in document order`() throws {
        let text = """
            {
              "flags": {
                "good": {"state": "ENABLED", "variants": {"on": true}},
                "first": {"state": "on", "variants": {"on": true}},
                "second": {
                  "state": "ENABLED",
                  "variants": {"on": true},
                  "targeting": {"if": [{"nope": 1}]}
                }
              },
              "metadata": {"a": []}
            }
            """
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: text) }.faults
        #expect(faults.map(\.position?.line) == [4, 8, 11])
        #expect(faults.map(\.path) == ["flags/first/state", "flags/second/targeting/if/0/nope", "metadata/a"])
        #expect(faults[1].facts["line"] == 8)
    }

    @Test func `a repeated name is refused with both lines`() throws {
        let text = "{\"flags\": {\n\"a\": \(Self.head)\"x\":1},\n\"a\": \(Self.head)\"x\":1}}}"
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: text) }.faults
        #expect(faults.map(\.description) == ["line 3, column 1: the name a is repeated; the first one is on line 2"])
    }

    @Test func `invalid JSON is refused with its line`() throws {
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: "{\"flags\":\n{,}}") }.faults
        #expect(faults.map(\.description) == ["line 2, column 2: expected a name in quotes or }"])
    }

    @Test func `the number of reported faults is limited`() throws {
        let flags = (0..<500).map { #""f\#($0)":{}"# }.joined(separator: ",")
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: "{\"flags\":{\(flags)}}") }.faults
        #expect(faults.count == FlagFaults.limit)
    }

    /// Returns the shortest of a few processor times of the test's thread.
    private static func time(of work: () throws -> Void) rethrows -> Duration {
        var shortest = Duration.seconds(60)
        for _ in 0..<3 {
            let begin = threadTime()
            try work()
            shortest = min(shortest, threadTime() - begin)
        }
        return shortest
    }

    @Test(arguments: [true, false])
    func `to locate a hundred faults costs little more than to locate one`(isWhole: Bool) throws {
        let good = #"{"state":"ENABLED","variants":{"on":true}}"#
        /// A document whose last flags are faulty.
        func document(faulty count: Int) -> [UInt8] {
            let flags = (0..<4_000).map { #""f\#($0)":\#($0 < 4_000 - count ? good : "{}")"# }
            return Array("{\"flags\":{\(flags.joined(separator: ",\n"))}}".utf8)
        }
        func read(_ text: [UInt8]) throws {
            guard isWhole else {
                #expect(try !PartialFlagSet(text.span).faulty.isEmpty)
                return
            }
            #expect(throws: FlagFaults.self) { _ = try FlagSet(text.span) }
        }
        let (one, hundred) = (document(faulty: 1), document(faulty: 100))
        #expect(try Self.time { try read(hundred) } < Self.time { try read(one) } * 2)
    }

    @Test func `a partial reading takes the valid flags and names each faulty one`() throws {
        let text = """
            {"flags": {
              "good": {"state": "ENABLED", "variants": {"on": true}},
              "state": {"state": "on", "variants": {"on": true}},
              "twice": {"state": "ENABLED", "variants": {"on": true}},
              "inside": {"state": "ENABLED", "state": "ENABLED", "variants": {"on": true}},
              "twice": {"state": "ENABLED", "variants": {"on": false}},
              "": {"state": "ENABLED", "variants": {"on": true}}
            }}
            """
        let read = try PartialFlagSet(Array(text.utf8).span)
        #expect(read.flags.keys.map(\.text) == ["good"])
        #expect(read.faulty.map(\.name) == ["state", "inside", "twice", ""])
        #expect(read.faulty.map(\.fault.position?.line) == [3, 5, 6, 7])
        #expect(read.faultyKeys.map(\.text).sorted() == ["inside", "state", "twice"])
        #expect(read.faultyCount == 4)
    }

    @Test func `a partial reading of a valid document takes all of it`() throws {
        let text = Self.document(Self.head + #""x":1}"#)
        let read = try PartialFlagSet(Array(text.utf8).span)
        #expect(read.flags == (try FlagSet(text: text)))
        #expect(read.faultyCount == 0)
    }

    @Test func `a partial reading leaves out every faulty flag beyond the limit of faults`() throws {
        let flags = (0..<500).map { #""f\#($0)":{}"# }.joined(separator: ",")
        let read = try PartialFlagSet(Array("{\"flags\":{\(flags)}}".utf8).span)
        #expect(read.flags.count == 0)
        #expect(read.faulty.count == FlagFaults.limit)
        #expect(read.faultyCount == 500)
        #expect(read.faultyKeys.count == 500)
    }

    @Test(
        arguments: [
            "{", #"{"flags":[]}"#, #"{"flags":{"a":{}},"metadata":{"a":{}}}"#, #"{"flags":{"a":{}},"$evaluators":[]}"#,
            #"{"flags":{},"flags":{}}"#, #"{"flags":{"a":{}},"x":1,"x":2}"#,
        ]
    )
    func `a fault outside of the flags refuses a partial reading as it refuses a whole one`(text: String) throws {
        let whole = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: text) }
        let partial = try #require(throws: FlagFaults.self) { _ = try PartialFlagSet(Array(text.utf8).span) }
        #expect(partial == whole)
    }

    @Test func `members that flagd ignores are ignored`() throws {
        let text = Self.document(
            Self.head + #""note":[],"targeting":{},"defaultVariant":null}"#,
            #","$schema":"x","y":1"#
        )
        let flag = try #require(try FlagSet(text: text)[FlagKey("flag")])
        #expect(flag.rule == nil && flag.defaultVariant == nil)
    }
}
