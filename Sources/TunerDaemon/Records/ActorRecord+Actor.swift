import StateCore
import TunerAPI

extension ActorRecord {
    /// Creates the record of the author of a change.
    init(_ actor: Actor) {
        self.init()
        client = actor.client
        pid = actor.pid
        uid = Int64(actor.uid)
    }
}
