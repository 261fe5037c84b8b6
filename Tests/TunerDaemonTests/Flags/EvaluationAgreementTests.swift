import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests that the fast handler of `flags.evaluate` gives the results of the general handler.
///
/// A request with a member that begins with `x-` is handled by the general handler.
@Suite(.blocking) struct EvaluationAgreementTests {
    private static let rules = [
        #"{"if":[{"and":[{"==":[{"var":"country"},"de"]},{">":[{"var":"age"},17]}]},"on","off"]}"#,
        #"{"if":[{"in":[{"var":"user.plan"},["pro","team"]]},"on",{"ends_with":[{"var":"email"},".com"]},"on","off"]}"#,
        #"{"fractional":[["on",50],["off",50]]}"#,
        #"{"fractional":[{"cat":[{"var":"$flagd.flagKey"},{"var":"email"}]},["on",50],["off",50]]}"#,
        #"{"if":[{"===":[{"var":"caller.client"},"me"]},{"var":"variant"},"off"]}"#,
        #"{"if":[{"==":[{"var":"region"},"eu"]},{"var":["variant","off"]},"nothing"]}"#,
        #"{"if":[{">":[{"var":"$flagd.timestamp"},1000]},{"var":"age"},"off"]}"#,
        #"{"if":[{"var":"device.os"},"on","off"]}"#,
        #"{"var":"user"}"#, #"{"var":"variant"}"#, #"{"cat":[{"var":"a b"},{"var":"\u00e9"}]}"#,
        #"{"if":[{"missing":["country"]},"off","on"]}"#, #"{"var":[{"var":"variant"}]}"#,
        #"{"if":[{"some":[{"var":"list"},{"==":[{"var":""},1]}]},"on",{"all":[{"var":"list"},true]},"off",null]}"#,
        #"{"fractional":[{"var":"email"},["on",50],["off",50]]}"#,
        #"{"fractional":[{"var":"a b"},["on",1],["off",1]]}"#,
        #"{"if":[{"!":{"var":"beta"}},"off",{"!!":[{"var":"list"}]},"on"]}"#,
        #"{"reduce":[{"var":"long"},{"cat":[{"var":"accumulator"},{"var":"accumulator"}]},"ab"]}"#,
    ]

    private static let values = [
        #""country":"de""#, #""country":"fr","country":"de""#, #""countr\u0079":"de","country":null"#, #""country":1"#,
        #""age":18"#, #""age":17.5"#, #""age":"18""#, #""age":1.8e1"#, #""age":123456789012345678901234567890"#,
        #""user":{"plan":"pro"}"#, #""user":{"plan":"free","plan":"team"}"#, #""user":"pro""#, #""user":["plan"]"#,
        #""email":"ü@example.com""#, #""email":"a\u0040b.com""#, #""email":"""#,
        #""email":"somebody.else@example.com""#,
        #""targetingKey":"u1""#, #""targetingKey":"""#, #""targetingKey":7"#, #""targetingKey":null"#,
        #""variant":"on""#, #""variant":"o\u006e""#, #""variant":true"#, #""variant":{"a":1}"#, #""variant":"no""#,
        #""caller":{"client":"forged"}"#, #""region":"us""#, #""$flagd":{"timestamp":1}"#, #""device":{"os":""}"#,
        #""a b":"o""#, #""é":"n""#, #""e\u0301":"x""#, #""list":[1,2]"#, #""list":[]"#, #""list":[0,false]"#,
        #""beta":false"#, #""beta": true "#, #""long":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]"#,
    ]

    private static let more = [
        "", #","type":"boolean""#, #","type":"string""#, #","default":{"k":[1.0]}"#,
        #","default":null,"type":"integer""#,
    ]

    private let daemon: DaemonProcess
    private let client: Client
    private let wire: TestPeer

    init() throws {
        daemon = try DaemonProcess("--context region=eu")
        client = try daemon.client()
        wire = try daemon.wire()
        let flags = Self.rules.enumerated().map { number, rule in
            #""f\#(number)":{"state":"ENABLED","variants":{"on":1,"off":2.5,"true":3},"defaultVariant":"off","#
                + #""targeting":\#(rule)}"#
        }
        try client.define("{\(flags.joined(separator: ","))}")
    }

    @Test(arguments: Seeds.all.prefix(4))
    func `both handlers give the same result for random contexts`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try agree(&generator, count: 400, seed)
    }

    @Test func `both handlers give the same result for overridden, limited and disabled flags`() throws {
        try client.call("flags.set", ["key": "f0", "variant": "off"])
        try client.call("flags.set", ["key": "f1", "value": 9])
        try client.call("flags.killSwitch", ["on": true, "match": "f2"])
        try client.define(#"{"f3":{"state":"DISABLED","variants":{"on":1},"targeting":{"var":"variant"}}}"#)
        var generator = SeededGenerator(seed: 5)
        try agree(&generator, count: 400, 5, flags: 5)
    }

    private func agree(
        _ generator: inout SeededGenerator,
        count: Int,
        _ seed: UInt64,
        flags: Int = Self.rules.count
    ) throws {
        try wire.write(request("session.hello", 1, #"{"client":"me"}"#))
        _ = wire.line()
        for _ in 0..<count {
            let flag = Int.random(in: 0..<flags, using: &generator)
            let members = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Self.values.randomElement(using: &generator) ?? ""
            }
            let separator = Bool.random(using: &generator) ? "," : " ,\t"
            let context = "{\(members.joined(separator: separator))}"
            let given = Int.random(in: 0..<10, using: &generator) == 0 ? "" : #","context":\#(context)"#
            let parameters = #"{"key":"f\#(flag)"\#(given)\#(Self.more.randomElement(using: &generator) ?? "")"#
            try wire.write(request("flags.evaluate", 1, parameters + "}"))
            let fast = wire.line()
            try wire.write(request("flags.evaluate", 1, parameters + #","x-general":0}"#))
            let general = wire.line()
            #expect(fast == general, "seed \(seed): \(parameters)")
            #expect(fast.contains(#""result":{"key":"f\#(flag)""#), "\(fast)")
        }
    }
}

extension TestPeer {
    /// Returns the next line, for which this function waits.
    fileprivate func line() -> String {
        read { $0.hasSuffix("\n") }
    }
}
