import TunerAPI

/// The state that a client has received, as in the id of an event: `EPOCH:REVISION`.
struct EventMoment: Hashable {
    let epoch: String
    var revision: Int64

    init(epoch: String, revision: Int64) {
        self.epoch = epoch
        self.revision = revision
    }

    /// Reads an id; nil if it is none.
    init?(id: String) {
        guard let colon = id.lastIndex(of: ":"), let revision = Int64(id[id.index(after: colon)...]), revision >= 0
        else { return nil }
        self.init(epoch: String(id[..<colon]), revision: revision)
    }

    var id: String { "\(epoch):\(revision)" }

    var since: SinceParameters {
        var since = SinceParameters()
        (since.epoch, since.revision) = (epoch, revision)
        return since
    }
}
