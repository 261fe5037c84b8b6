import LoadGenerator

/// How a kind of server is used for a row of the table of notifications.
struct FanoutProtocol {
    let publishing: String
    let response: ResponseRule
    let subscribing: FanoutPlan.Subscribing
    let delivery: ResponseRule
    let bystanders: [FanoutPlan.Subscribing]

    private static let key = ValueServer.writtenKey

    static func tunerd(_ setting: FanoutSetting, _ server: ValueServer) -> FanoutProtocol {
        let patterns = setting.subscriptions == 1 ? [key] : patterns(setting.subscriptions)
        return FanoutProtocol(
            publishing: server.writing(),
            response: server.writeResponse,
            subscribing: FanoutPlan.Subscribing(
                patterns.map { subscribe("\"match\":\"\($0)\"") }.joined(),
                lines: patterns.count
            ),
            delivery: ResponseRule(
                beginning: #"{"jsonrpc":"2.0","method":"tunables.changed","params":{"subscription":"#,
                ending: "\"origin\":\"local\"}]}}\n"
            ),
            bystanders: otherKeys(setting).map { keys in
                FanoutPlan.Subscribing(keys.map { subscribe("\"keys\":[\"\($0)\"]") }.joined(), lines: keys.count)
            }
        )
    }

    /// `deliveryLength` is the number of bytes that a delivery should have; nil for a message of 8 bytes.
    ///
    /// A client with several subscriptions uses patterns, because Redis sends one message for each pattern.
    static func redis(_ setting: FanoutSetting, deliveryLength: Int?) -> FanoutProtocol {
        let patterns = patterns(setting.subscriptions)
        let usesPatterns = setting.subscriptions > 1
        let beginning = usesPatterns ? "*4\r\n$8\r\npmessage\r\n$\(key.utf8.count)\r\n" : "*3\r\n$7\r\nmessage\r\n"
        let message = message(deliveryLength: deliveryLength, isPattern: usesPatterns)
        let ending = "\r\n$\(key.utf8.count)\r\n\(key)\r\n$\(message.utf8.count)\r\n\(message)\r\n"
        return FanoutProtocol(
            publishing: ValueServer.resp(["PUBLISH", key, message]),
            response: ResponseRule(
                beginning: ":\(setting.connections * setting.subscriptions)",
                ending: "\r\n"
            ),
            subscribing: FanoutPlan.Subscribing(
                ValueServer.resp(usesPatterns ? ["PSUBSCRIBE"] + patterns : ["SUBSCRIBE", key]),
                lines: 6 * setting.subscriptions
            ),
            delivery: usesPatterns
                ? ResponseRule(beginning: beginning, ending: ending, varying: key.utf8.count)
                : ResponseRule(beginning: beginning, ending: String(ending.dropFirst()), varying: 0),
            bystanders: otherKeys(setting).map { keys in
                FanoutPlan.Subscribing(ValueServer.resp(["SUBSCRIBE"] + keys), lines: 6 * keys.count)
            }
        )
    }

    /// Returns a message of 8 bytes, or one that makes a delivery so long.
    private static func message(deliveryLength: Int?, isPattern: Bool) -> String {
        let words = (isPattern ? ["pmessage", key] : ["message"]) + [key]
        let rest = deliveryLength.map { $0 - ValueServer.resp(words).utf8.count - "$100\r\n\r\n".utf8.count } ?? 8
        return String(repeating: "7", count: max(1, rest))
    }

    private static func subscribe(_ parameter: String) -> String {
        ValueServer.request("tunables.subscribe", "{\(parameter),\"initial\":false}", id: "1")
    }

    /// Returns patterns of one length that match the key: each has a star in another place.
    private static func patterns(_ count: Int) -> [String] {
        (1...count).map { place in
            let start = key.index(key.startIndex, offsetBy: place)
            return String(key[..<start] + "*" + key[key.index(after: start)...])
        }
    }

    /// Returns the keys of each connection that subscribes to other keys.
    private static func otherKeys(_ setting: FanoutSetting) -> [[String]] {
        (0..<setting.others / 100).map { connection in (0..<100).map { "other.key\(connection * 100 + $0)" } }
    }
}
