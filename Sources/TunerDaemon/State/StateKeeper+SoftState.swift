import RPCCore
import StateCore
import StewEngine

/// Soft state: what is remembered besides what is committed.
extension StateKeeper {
    /// What is remembered besides, and may be lost with the last second.
    var softState: SoftState { soft.state }

    /// What a caller has of stews: with what is ahead if it waits for that already.
    func stew(for caller: Caller) -> StewMemory {
        let world = caller.session.world
        guard caller.peer.isWithheld else { return soft.stew(in: world) }
        var softState = soft.state
        for memory in stepsAhead.flatMap(\.memories) {
            _ = memory(&softState)
        }
        return softState.stew(in: world)
    }

    /// Remembers in which unit heat is shown, in a world or to all.
    func prefer(_ unit: StewUnit?, in world: String?) {
        soft.note { softState in softState.prefer(unit, in: world) }
    }

    /// Remembers something that follows from what a caller sees: at once, or when everybody sees that.
    func remember(for caller: Caller, _ change: @escaping (inout SoftState) -> Bool) {
        if caller.peer.isWithheld, let ahead {
            ahead.memories.append(change)
        } else {
            soft.note(change)
        }
    }

    /// Forgets what worlds have remembered that are gone, and one that is made anew.
    func forgetStews(of world: String) {
        soft.note { softState in
            softState.forgetStews { $0 != world && hasWorld($0) }
            return false
        }
    }

    /// Remembers something that is no commit; it is written within a second.
    func remember(_ change: (inout SoftState) -> Void) {
        soft.remember(change)
    }
}
