import Fuzzing
import TunableEngine

// The first line is a pattern, the rest a text. No pattern may trap or take long, and another spelling of it may not
// change the result.
fuzz { bytes in
    var end = 0
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
        end += 1
    }
    let pattern = string(bytes.extracting(0..<end))
    let text = string(bytes.extracting(min(end + 1, bytes.count)..<bytes.count))
    guard let expression = try? RegularExpression(pattern) else { return }
    guard let isFound = find(expression, text, remembers: false) else { return }
    if let remembered = find(expression, text, remembers: true) {
        precondition(remembered == isFound, "what is remembered finds something else")
    }
    for other in ["(?:\(pattern))", "(?:\(pattern)){1}", "[]|(?:\(pattern))", "(?:\(pattern))(?:|a)"] {
        // The other spelling can be slightly too large or too deep.
        guard let same = try? RegularExpression(other) else { continue }
        guard let found = find(same, text, remembers: true) else { continue }
        precondition(found == isFound, "another spelling finds something else")
    }
}

/// Returns whether a pattern matches a text; nil if the search takes too many steps.
private func find(_ expression: RegularExpression, _ text: String, remembers: Bool) -> Bool? {
    var effort = SearchEffort()
    return try? expression.matches(text, &effort, remembers: remembers)
}

private func string(_ bytes: Span<UInt8>) -> String {
    var copy: [UInt8] = []
    for position in 0..<bytes.count {
        copy.append(bytes[position])
    }
    return String(decoding: copy, as: UTF8.self)
}
