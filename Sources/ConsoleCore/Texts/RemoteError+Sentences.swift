import JSONCore
import OptionCore
package import RPCCore

extension RemoteError {
    /// The messages of the error, one for each fault, with commands instead of methods.
    package var sentences: [String] {
        guard case .object(let facts) = data, case .array(let faults)? = facts["faults"], faults.count > 1 else {
            return [RemoteError.forPeople(message, data) + advice]
        }
        var sentences: [String] = []
        for fault in faults {
            guard case .string(let message)? = fault["message"] else { return [self.message] }
            let sentence = RemoteError.forPeople(message, fault)
            // If all faults are about one key, the key is outside of the list.
            if fault["key"] == nil, case .string(let key)? = facts["key"] {
                sentences.append("\(key): \(sentence)")
            } else {
                sentences.append(sentence)
            }
        }
        // The schema of a layer and a declaration may report the same fault.
        var seen: Set<String> = []
        return sentences.filter { seen.insert($0).inserted }
    }

    /// Returns a message for a person, who types commands: without the name of a parameter at its start, and without
    /// the names of methods.
    private static func forPeople(_ message: String, _ facts: JSON) -> String {
        if let parameter = facts["parameter"]?.text, message.hasPrefix("\(parameter): ") {
            return String(message.dropFirst(parameter.count + 2))
        }
        if let method = facts["method"]?.text, message.hasPrefix("\(method) is denied: ") {
            return String(message.dropFirst(method.count + 4))
        }
        for (end, command) in commands where message.hasSuffix(end) {
            let key = facts["key"]?.text?.shellWord.shownWhole ?? "KEY"
            return message.dropLast(end.count) + "\(command)\(command.hasSuffix(" ") ? key : "")"
        }
        return message
    }

    /// The ends of messages that name a method or a parameter, with the commands for them.
    private static let commands = [
        ("use skip", "type: tunerctl undo --skip"), ("use tunables.reset", "type: tunerctl reset "),
        ("server.clients returns those that are", "tunerctl doctor lists those that are"),
    ]

    /// The command to type instead, if the key in the call is the key of a flag; otherwise empty.
    private var advice: String {
        guard data["isFlag"] == true, let key = data["key"]?.text?.shellWord else { return "" }
        return "; read the flag with: tunerctl flag get \(key); set it with: tunerctl flag set \(key) VARIANT"
    }
}
