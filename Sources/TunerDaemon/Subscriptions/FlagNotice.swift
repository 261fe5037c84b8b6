import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunerAPI

/// A change of a flag's result, with its JSON text, which all subscriptions of an audience share.
struct FlagNotice {
    let key: FlagKey
    /// The previous result.
    let old: SentFlag
    /// The element of a notification's `changes`.
    let text: [UInt8]

    /// Creates the change; returns nil if neither the value nor the variant has changed.
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
    /// Returns the notification of some changes and stores the revision that the client reaches with it.
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

    /// Sends the last notification, which says that the world has ended.
    func sendEnd(at time: Moment) {
        var message = opening(through: sentRevision, time, by: nil)
        message.closeWithEnd()
        peer.send(message)
    }

    private func opening(through revision: Int64, _ time: Moment, by actor: Actor?) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginChanges(API.Flags.changed.name, of: id)
        writer.bytes.append(revisionsFrom: sentRevision, to: revision)
        writer.facts(time, actor)
        return writer.takeBytes()
    }
}
