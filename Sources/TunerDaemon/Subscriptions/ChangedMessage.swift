import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine
import TunerAPI

/// The text of notifications: what is the same for all who are told of a commit is written once.
struct ChangedMessage: ~Copyable {
    /// What stands behind the revisions, up to the changes.
    private var facts = JSONWriter()
    /// The changes, one behind the other.
    private var changes = JSONWriter()
    /// Where each of them stands.
    private var places: [Range<Int>] = []
    private var message = ByteBuffer()
    /// For whom, and of what, the message is.
    private var last: (id: String, from: Int64, to: Int64)?
    /// The batch whose changes are written, all of them.
    private var batch: ChangeBatch<Change>?

    /// Begins anew, with when and by whom.
    mutating func begin(time: Moment, actor: Actor?) {
        last = nil
        batch = nil
        facts.bytes.removeAll()
        changes.bytes.removeAll()
        places.removeAll(keepingCapacity: true)
        facts.facts(time, actor)
    }

    /// Adds a change.
    mutating func add(_ change: Change) {
        if !places.isEmpty {
            changes.bytes.append(",")
        }
        let start = changes.bytes.count
        changes.stored(ChangeRecord(change))
        places.append(start..<changes.bytes.count)
    }

    private mutating func compose(for subscription: Subscription, through revision: Int64) {
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
        subscription.sentRevision = revision
    }

    /// Sends some of it.
    mutating func send(_ part: [Int], to subscription: Subscription, through revision: Int64) {
        compose(part, for: subscription, through: revision)
        subscription.peer.send(message)
    }

    /// Appends what a search has found, where it is needed for the first time after writing the changes of its batch.
    ///
    /// Where a search finds little of a large batch, only that is written.
    mutating func write(
        _ search: BatchSearch,
        for subscription: Subscription,
        through revision: Int64,
        to output: inout ByteBuffer
    ) {
        let items = search.batch.items
        if batch !== search.batch {
            let writesAll = search.found.count > items.count / 8
            begin(time: search.batch.time, actor: search.batch.actor)
            for place in writesAll ? Array(items.indices) : search.found {
                add(items[place])
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

    private mutating func compose(_ part: [Int], for subscription: Subscription, through revision: Int64) {
        guard part.count < places.count else { return compose(for: subscription, through: revision) }
        last = nil
        open(for: subscription, through: revision)
        for (place, index) in part.enumerated() {
            if place > 0 {
                message.append(",")
            }
            append(places[index])
        }
        close()
        subscription.sentRevision = revision
    }

    /// Says that nothing more is told, for the world has ended.
    mutating func sendEnd(to subscription: Subscription, at time: Moment) {
        begin(time: time, actor: nil)
        open(for: subscription, through: subscription.sentRevision)
        message.closeWithEnd()
        _ = subscription.peer.send(message)
    }

    private mutating func open(for subscription: Subscription, through revision: Int64) {
        message.removeAll()
        let opening = subscription.opening
        message.append(opening.span)
        message.append(decimal: subscription.sentRevision)
        message.append(#","to":"#)
        message.append(decimal: revision)
        message.append(contentsOf: facts.bytes)
    }

    private mutating func append(_ place: Range<Int>) {
        changes.bytes.withBytes { message.append($0, in: place) }
    }

    private mutating func close() { message.append("]}}") }
}

extension JSONWriter {
    /// Writes when and by whom, up to where the changes begin.
    mutating func facts(_ time: Moment, _ actor: Actor?) {
        bytes.append(#","time":"#)
        bytes.append(jsonString: time.rfc3339)
        if let actor {
            bytes.append(#","actor":"#)
            stored(ActorRecord(actor))
        }
        bytes.append(#","changes":["#)
    }

    /// Writes a record of what the state holds, with no comma before or after it.
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
    /// Ends a notification without changes that is the last.
    mutating func closeWithEnd() {
        append(#"],"ended":"#)
        append(jsonString: ErrorKind.unknownWorld.rawValue)
        append("}}")
    }
}
