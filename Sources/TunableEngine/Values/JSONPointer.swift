import JSONCore

/// A path into a value as RFC 6901 writes it, such as `/items/enum/2`.
enum JSONPointer {
    static func text(of path: [JSONSource.Step]) -> String {
        path.map { "/" + token(of: $0) }.joined()
    }

    private static func token(of step: JSONSource.Step) -> String {
        switch step {
        case .position(let position): return "\(position)"
        case .name(let name):
            var text = ""
            for scalar in name.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text
        }
    }
}
