import JSONCore
import OptionCore
package import RPCCore

extension RemoteError {
    /// The messages of the error, one for each fault.
    package var sentences: [String] {
        guard case .object(let facts) = data, case .array(let faults)? = facts["faults"], faults.count > 1 else {
            return [plainMessage + advice]
        }
        var sentences: [String] = []
        for case .object(let fault) in faults {
            guard case .string(let sentence)? = fault["message"] else { return [message] }
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

    /// The message without the name of a parameter of the protocol at its start.
    private var plainMessage: String {
        if data["skip"] == true, message.hasSuffix(RemoteError.parameterToSkip) {
            return message.dropLast(RemoteError.parameterToSkip.count) + "type: tunerctl undo --skip"
        }
        guard let parameter = data["parameter"]?.text, message.hasPrefix("\(parameter): ") else { return message }
        return String(message.dropFirst(parameter.count + 2))
    }

    /// The end of a message that names a parameter of the protocol.
    private static let parameterToSkip = "use skip"

    /// The command to type instead, if the key in the call is the key of a flag; otherwise empty.
    private var advice: String {
        guard data["isFlag"] == true, let key = data["key"]?.text?.shellWord else { return "" }
        return "; read the flag with: tunerctl flag get \(key); set it with: tunerctl flag set \(key) VARIANT"
    }
}
