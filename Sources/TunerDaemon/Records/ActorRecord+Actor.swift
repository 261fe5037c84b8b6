import StateCore
import TunerAPI

extension ActorRecord {
    /// Who made a change, as clients read it.
    init(_ actor: Actor) {
        self.init()
        client = actor.client
        pid = actor.pid
        uid = Int64(actor.uid)
    }
}
