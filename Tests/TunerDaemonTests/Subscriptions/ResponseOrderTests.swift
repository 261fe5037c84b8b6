import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of the order of responses and notifications for a client that sends all requests at once.
@Suite(.blocking) struct ResponseOrderTests {
    /// The requests that a client sends at once, and the expected messages.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let requests: [(method: String, params: String?)]
        /// The expected messages: the index of the request for a response, and nil for a notification.
        let arrival: [Int?]
    }

    private static let world = [("worlds.create", #"{"world":"aaaabbbbccccdddd"}"#)] as [(String, String?)]

    private static func set(_ key: String, _ value: Int) -> (String, String?) {
        ("tunables.set", #"{"key":"\#(key)","value":\#(value)}"#)
    }

    private static func force(_ variant: String) -> (String, String?) {
        ("flags.set", #"{"key":"ui.DarkMode","variant":"\#(variant)"}"#)
    }

    static let stories = [
        Story(
            testDescription: "of values",
            requests: [
                set("a", 1), ("tunables.subscribe", nil), set("a", 2), ("tunables.subscribe", nil), set("a", 3),
            ],
            arrival: [0, 1, nil, 2, 3, nil, nil, 4]
        ),
        Story(
            testDescription: "of values in a world",
            requests: world + [set("a", 1), ("tunables.subscribe", nil), set("a", 2)],
            arrival: [0, 1, 2, nil, 3]
        ),
        Story(
            testDescription: "of flags",
            requests: [force("on"), ("flags.subscribe", nil), force("off")],
            arrival: [0, 1, nil, 2]
        ),
        Story(
            testDescription: "of flags in a world",
            requests: world + [force("on"), ("flags.subscribe", nil), force("off")],
            arrival: [0, 1, 2, nil, 3]
        ),
        Story(
            testDescription: "of a stew",
            requests: [
                set("stew.varietal.roma", 2), ("stew.subscribe", #"{"weightOz":28}"#), set("stew.varietal.roma", 3),
            ],
            arrival: [0, 1, nil, 2]
        ),
        Story(
            testDescription: "of the daemon",
            requests: [
                ("layers.put", #"{"name":"a","values":{}}"#), ("server.subscribe", nil),
                ("layers.put", #"{"name":"b","values":{}}"#),
            ],
            arrival: [0, 1, nil, 2]
        ),
        Story(
            testDescription: "with the world's end",
            requests: world + [
                ("tunables.subscribe", nil), ("worlds.drop", #"{"world":"aaaabbbbccccdddd"}"#),
            ],
            arrival: [0, 1, nil, 2]
        ),
    ]

    @Test(arguments: stories)
    func `the subscribe response precedes notifications, which precede their write's response`(
        story: Story
    ) throws {
        for durability in ["sync", "relaxed"] {
            let daemon = try DaemonProcess("--durability \(durability)")
            let wire = try daemon.wire()
            let lines = story.requests.enumerated().map { request($1.method, $0, $1.params) }
            try wire.write(lines.joined())
            let text = wire.read { $0.count { $0 == "\n" } >= story.arrival.count }
            let arrived = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
            #expect(arrived.allSatisfy { $0["error"] == nil }, "\(text)")
            #expect(arrived.map { $0["id"]?.integer.map(Int.init) } == story.arrival, "\(durability): \(text)")
            try daemon.stop()
        }
    }
}
