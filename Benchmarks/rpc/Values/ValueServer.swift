import LoadGenerator
import SystemCore

/// A kind of server that stores values, how to start it, and its requests.
struct ValueServer {
    /// When a response to a write is sent.
    enum Durability: String, CaseIterable {
        /// Before the write is flushed.
        case relaxed
        /// After the write is flushed.
        case sync
    }

    /// The key that the reads of one key read, with the value 1000.
    static let readKey = "ui.cornerRadius"
    /// The key that writes and changes set.
    static let writtenKey = "game.speed.run"

    let contender: Contender
    /// Returns what writes the value 1000 to each key, with the number of lines of the response.
    let preparing: @Sendable (_ keys: [String]) -> (text: String, lines: Int)
    /// Returns a request that reads a key.
    ///
    /// With `isReordered`, the members of the request have another order.
    let reading: @Sendable (_ key: String, _ isReordered: Bool) -> String
    let readResponse: ResponseRule
    /// Returns a request for one run, which writes another value each time.
    let writing: @Sendable () -> String
    let writeResponse: ResponseRule

    static func tunerd(_ path: String, _ durability: Durability) -> ValueServer {
        ValueServer(
            contender: Contender(
                name: "ours",
                command: [path, "--socket", "{}", "--state", "{}.data", "--durability", durability.rawValue],
                requests: Contender.ours([]).requests,
                response: Contender.ours([]).response
            ),
            preparing: { keys in
                let values = keys.map { "\"\($0)\":1000" }.joined(separator: ",")
                return (request("tunables.update", "{\"values\":{\(values)}}", id: "1"), 1)
            },
            reading: { request("tunables.get", "{\"key\":\"\($0)\"}", isReordered: $1) },
            // All keys are written by the first commit.
            readResponse: ResponseRule(
                beginning: #"{"jsonrpc":"2.0","id":"#,
                ending: "\"value\":1000,\"origin\":\"local\",\"revision\":1}}\n"
            ),
            // The time makes the first value of a run differ from the last one of the run before.
            writing: {
                let run = 100_000 + Kernel.monotonicTime().nanoseconds % 100_000
                return request("tunables.set", "{\"key\":\"\(writtenKey)\",\"value\":\(run)%d}")
            },
            writeResponse: ResponseRule(beginning: #"{"jsonrpc":"2.0","id":"#, ending: "\"changed\":true}}\n")
        )
    }

    static func redis(_ path: String, _ durability: Durability) -> ValueServer {
        ValueServer(
            contender: Contender(
                name: "Redis",
                command: [
                    path, "--port", "0", "--unixsocket", "{}", "--unixsocketperm", "700", "--dir", "{}.data", "--save",
                    "", "--appendonly", "yes", "--appendfsync", durability == .sync ? "always" : "everysec",
                    "--maxclients", "10000", "--daemonize", "no",
                ],
                requests: Contender.redis(path).requests,
                response: Contender.redis(path).response
            ),
            preparing: { (resp(["MSET"] + $0.flatMap { [$0, "1000"] }), 1) },
            reading: { key, _ in resp(["GET", key]) },
            readResponse: ResponseRule(beginning: "$4\r\n1000", ending: "\r\n", varying: 0),
            writing: { resp(["SET", writtenKey, "12345678"]) },
            writeResponse: ResponseRule(beginning: "+OK", ending: "\r\n", varying: 0)
        )
    }

    /// Returns a request of JSON-RPC.
    static func request(
        _ method: String,
        _ parameters: String,
        id: String = "%d",
        isReordered: Bool = false
    ) -> String {
        isReordered
            ? "{\"method\":\"\(method)\",\"params\":\(parameters),\"id\":\(id),\"jsonrpc\":\"2.0\"}\n"
            : "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(parameters)}\n"
    }

    /// Returns a request of Redis.
    static func resp(_ words: [String]) -> String {
        "*\(words.count)\r\n" + words.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
    }
}
