import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunerAPI

/// A change of what a flag comes to for somebody, and its text, which is the same for all who are told of it.
struct FlagNotice {
    let key: FlagKey
    /// What was told before.
    let old: SentFlag
    /// As it stands among a notification's changes.
    let text: [UInt8]

    /// Nothing, where neither value nor variant has changed.
    init?(_ key: FlagKey, from old: SentFlag, to evaluation: Evaluation?) {
        let new = SentFlag(evaluation)
        guard old.differs(from: new) else { return nil }
        self.key = key
        self.old = old
        var record = FlagChangeRecord()
        record.key = key.text
        record.value = new.value
        record.old = old.value
        record.variant = new.variant
        record.reason = (evaluation?.reason ?? .error).rawValue
        var writer = JSONWriter()
        writer.stored(record)
        text = [UInt8](writer.bytes)
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
        sentRevision = revision
        return message
    }

    /// Says that nothing more is told, for the world has ended.
    func sendEnd(at time: Moment) {
        var message = opening(through: sentRevision, time, by: nil)
        message.closeWithEnd()
        peer.send(message)
    }

    private func opening(through revision: Int64, _ time: Moment, by actor: Actor?) -> ByteBuffer {
        var writer = JSONWriter()
        writer.bytes.append(#"{"jsonrpc":"2.0","method":"flags.changed","params":{"subscription":"#)
        writer.bytes.append(jsonString: id)
        writer.bytes.append(#","from":"#)
        writer.bytes.append(decimal: sentRevision)
        writer.bytes.append(#","to":"#)
        writer.bytes.append(decimal: revision)
        writer.facts(time, actor)
        return writer.takeBytes()
    }
}
