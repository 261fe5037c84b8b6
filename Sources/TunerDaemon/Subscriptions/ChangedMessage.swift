import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine
import TunerAPI

/// The text of `tunables.changed` notifications; the parts that all subscribers of a commit share are written once.
struct ChangedMessage: ~Copyable {
    /// The text from the end of the revisions to the start of the changes: the time and the actor.
    private var facts = JSONWriter()
    /// The text of the changes, separated by commas.
    private var changes = JSONWriter()
    /// The byte range of each change in `changes`.
    private var ranges: [Range<Int>] = []
    private var message = ByteBuffer()
    /// Marks the changes of secret keys.
    private var filter = SecretFilter(delivering: SecretKeys())
    /// The subscription's name and the revisions in `message`, if `message` contains all changes; nil otherwise.
    private var last: (id: String, from: Int64, to: Int64)?
    /// The batch whose changes are all in `changes`; nil if `changes` holds only some of them.
    private var batch: ChangeBatch<Change>?

    /// Starts a new message with a time and an actor; changes of the secret keys are marked.
    mutating func begin(time: Moment, actor: Actor?, marking secretKeys: SecretKeys) {
        filter = SecretFilter(delivering: secretKeys)
        last = nil
        batch = nil
        facts.bytes.removeAll()
        changes.bytes.removeAll()
        ranges.removeAll(keepingCapacity: true)
        facts.facts(time, actor)
    }

    /// Appends the text of a change.
    mutating func add(_ change: Change) {
        if !ranges.isEmpty {
            changes.bytes.append(",")
        }
        let start = changes.bytes.count
        changes.stored(ChangeRecord(change, filter))
        ranges.append(start..<changes.bytes.count)
    }

    private mutating func compose(for subscription: TunableSubscription, through revision: Int64) {
        let isSame =
            last.map { last in
                last.from == subscription.sentRevision && last.to == revision && last.id == subscription.id
            } ?? false
        if !isSame {
            open(for: subscription, through: revision)
            append(0..<changes.bytes.count)
            close()
            last = (subscription.id, subscription.sentRevision, revision)
        }
        subscription.noteSent(through: revision)
    }

    /// Sends the changes at some indices.
    mutating func send(_ part: [Int], to subscription: TunableSubscription, through revision: Int64) {
        compose(part, for: subscription, through: revision)
        subscription.peer.send(message)
    }

    /// Appends the notification with the changes that a search found.
    ///
    /// If the search found more than an eighth of its batch, the method writes all changes of the batch once. Later
    /// searches of that batch reuse the text. Otherwise the method writes only the changes that the search found.
    mutating func write(
        _ search: BatchSearch,
        for subscription: TunableSubscription,
        through revision: Int64,
        marking secretKeys: SecretKeys,
        to output: inout ByteBuffer
    ) {
        let items = search.batch.items
        if batch !== search.batch {
            let writesAll = search.found.count > items.count / 8
            begin(time: search.batch.time, actor: search.batch.actor, marking: secretKeys)
            for index in writesAll ? Array(items.indices) : search.found {
                add(items[index])
            }
            batch = writesAll ? search.batch : nil
        }
        if batch == nil {
            compose(for: subscription, through: revision)
        } else {
            compose(search.found, for: subscription, through: revision)
        }
        output.append(contentsOf: message)
    }

    private mutating func compose(_ part: [Int], for subscription: TunableSubscription, through revision: Int64) {
        guard part.count < ranges.count else { return compose(for: subscription, through: revision) }
        last = nil
        open(for: subscription, through: revision)
        for (count, index) in part.enumerated() {
            if count > 0 {
                message.append(",")
            }
            append(ranges[index])
        }
        close()
        subscription.noteSent(through: revision)
    }

    /// Sends the last notification, which says that the world has ended.
    mutating func sendEnd(to subscription: TunableSubscription, at time: Moment) {
        begin(time: time, actor: nil, marking: SecretKeys())
        open(for: subscription, through: subscription.sentRevision)
        message.closeWithEnd()
        _ = subscription.peer.send(message)
    }

    private mutating func open(for subscription: TunableSubscription, through revision: Int64) {
        message.removeAll()
        let opening = subscription.opening
        message.append(opening.span)
        message.append(revisionsFrom: subscription.sentRevision, to: revision)
        message.append(contentsOf: facts.bytes)
    }

    private mutating func append(_ range: Range<Int>) {
        changes.bytes.withBytes { message.append($0, in: range) }
    }

    private mutating func close() { message.append("]}}") }
}

extension JSONWriter {
    /// Begins a notification of changes, up to the first revision.
    mutating func beginChanges(_ method: StaticString, of subscription: String) {
        beginNotification(method)
        bytes.append(#"{"subscription":"#)
        bytes.append(jsonString: subscription)
        bytes.append(#","from":"#)
    }

    /// Writes the time and the actor, up to the opening bracket of the changes.
    mutating func facts(_ time: Moment, _ actor: Actor?) {
        bytes.append(#","time":"#)
        bytes.append(jsonString: time.rfc3339)
        if let actor {
            bytes.append(#","actor":"#)
            stored(ActorRecord(actor))
        }
        bytes.append(#","changes":["#)
    }

    /// Writes a record of stored values as one element, without a comma before or after it.
    mutating func stored(_ record: some JSONRecord) {
        do {
            try record.write(to: &self)
            endText()
        } catch {
            preconditionFailure("what is stored was read from JSON, and is finite")
        }
    }
}

extension ByteBuffer {
    /// Appends the revisions of a notification of changes, behind `beginChanges`.
    @inline(__always)
    mutating func append(revisionsFrom first: Int64, to last: Int64) {
        append(decimal: first)
        append(#","to":"#)
        append(decimal: last)
    }

    /// Appends the end of the last notification, which has no changes and names the error `unknownWorld`.
    mutating func closeWithEnd() {
        append(#"],"ended":"#)
        append(jsonString: ErrorKind.unknownWorld.rawValue)
        append("}}")
    }
}
