import JSONCore

/// A subscription's parameters, and its keys.
enum Interest {
    static let all: [JSONObject] = [
        [:], ["match": "a*"], ["keys": ["a1", "b1", "none"]], ["match": ["*1*", "b*"]],
        ["keys": ["a1"], "match": "*2"],
        ["match": "*"],
    ]

    static func wants(_ key: String, _ interest: JSONObject) -> Bool {
        switch interest {
        case all[1]: key.hasPrefix("a")
        case all[2]: key == "a1" || key == "b1"
        case all[3]: key.contains("1") || key.hasPrefix("b")
        case all[4]: key == "a1" || key.hasSuffix("2")
        default: true
        }
    }
}
