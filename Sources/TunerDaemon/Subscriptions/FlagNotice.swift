import FlagEngine
import JSONCore
import RPCCore
import StateCore

/// A change of what a flag comes to for somebody, and its text, which is the same for all who are told of it.
struct FlagNotice {
    let key: FlagKey
    /// What was told before.
    let old: ToldFlag
    /// As it stands among a notification's changes.
    let text: [UInt8]

    /// Nothing, where neither value nor variant has changed.
    init?(_ key: FlagKey, from old: ToldFlag, to evaluation: Evaluation?) {
        let new = ToldFlag(evaluation)
        guard old.differs(from: new) else { return nil }
        self.key = key
        self.old = old
        var bytes = ByteBuffer()
        bytes.append(#"{"key":"#)
        bytes.append(jsonString: key.text)
        do {
            if let value = new.value {
                bytes.append(#","value":"#)
                try bytes.append(json: value)
            }
            if let value = old.value {
                bytes.append(#","old":"#)
                try bytes.append(json: value)
            }
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
        if let variant = new.variant {
            bytes.append(#","variant":"#)
            bytes.append(jsonString: variant)
        }
        bytes.append(#","reason":"#)
        bytes.append(jsonString: (evaluation?.reason ?? .error).rawValue)
        bytes.append("}")
        text = [UInt8](bytes)
    }
}

extension FlagSubscription {
    /// Writes the notification of changes that were made at once.
    func message(_ notices: [FlagNotice], through revision: Int64, _ time: Moment, by actor: Actor?) -> ByteBuffer {
        var message = opening(through: revision, time, by: actor)
        for (number, notice) in notices.enumerated() {
            if number > 0 {
                message.append(",")
            }
            message.append(notice.text.span)
        }
        message.append("]}}")
        told = revision
        return message
    }

    /// Says that nothing more is told, for the world has ended.
    func sendEnd(at time: Moment) {
        var message = opening(through: told, time, by: nil)
        message.closeWithEnd()
        peer.send(message)
    }

    private func opening(through revision: Int64, _ time: Moment, by actor: Actor?) -> ByteBuffer {
        var message = ByteBuffer()
        message.append(#"{"jsonrpc":"2.0","method":"flags.changed","params":{"subscription":"#)
        message.append(jsonString: id)
        message.append(#","from":"#)
        message.append(decimal: told)
        message.append(#","to":"#)
        message.append(decimal: revision)
        message.appendFacts(time, actor)
        return message
    }
}
