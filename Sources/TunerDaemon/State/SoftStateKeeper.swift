import RPCCore
import StateCore
import StewEngine

/// Keeps what is remembered besides the state, and sees that it is written within a second, and again where that fails.
final class SoftStateKeeper {
    /// What is remembered.
    private(set) var state: SoftState

    private let states: StateVersions
    private let store: StateStore
    private let loop: EventLoop
    /// It is to be written when its second is over.
    private var isWaiting = false
    /// It was added to what is submitted at the end of this turn.
    private var wasAdded = false
    /// By which the store tells that it is on disk.
    private var ticket: Int?

    init(_ state: SoftState, _ states: StateVersions, in store: StateStore, on loop: EventLoop) {
        self.state = state
        self.states = states
        self.store = store
        self.loop = loop
    }

    /// What a world's members have of stews, or everybody who is in none; a copy of the whole state is dearer.
    func stew(in world: String?) -> StewMemory { state.stew(in: world) }

    /// What a caller has of stews: with what is pending if its answers wait for a pending step already.
    func stew(for caller: Caller) -> StewMemory {
        let world = caller.session.world
        guard caller.peer.isWithheld else { return stew(in: world) }
        var state = state
        for memory in states.stepsAhead.flatMap(\.memories) {
            _ = memory(&state)
        }
        return state.stew(in: world)
    }

    /// Changes what is remembered; nothing is written where `change` says that it is as it was
    /// but for worlds.
    func note(_ change: (inout SoftState) -> Bool) {
        if change(&state) {
            saveSoon()
        }
    }

    /// Remembers something that follows from what a caller sees: at once, or when everybody sees that.
    func note(for caller: Caller, _ change: @escaping (inout SoftState) -> Bool) {
        if caller.peer.isWithheld, let ahead = states.ahead {
            ahead.memories.append(change)
        } else {
            note(change)
        }
    }

    /// Forgets the stews of worlds that are gone, and of one that is created anew.
    func forgetStews(of world: String) {
        note { state in
            state.forgetStews { $0 != world && states.hasWorld($0) }
            return false
        }
    }

    /// Changes what is remembered.
    func remember(_ change: (inout SoftState) -> Void) {
        change(&state)
        saveSoon()
    }

    private func saveSoon() {
        guard !isWaiting else { return }
        isWaiting = true
        loop.schedule(after: .seconds(1)) { [unowned self] in save() }
    }

    /// Adds what was not written yet to what is submitted next.
    func save() {
        guard isWaiting else { return }
        isWaiting = false
        wasAdded = true
        store.add(state)
    }

    /// Notes the ticket of what was added in this turn.
    func noteSubmission(_ ticket: Int) {
        guard wasAdded else { return }
        wasAdded = false
        self.ticket = ticket
    }

    /// Notes what is on disk.
    func noteWritten(through written: Int) {
        if let ticket, ticket <= written {
            self.ticket = nil
        }
    }

    /// Notes that what is not on disk yet will not be.
    func noteFailure() {
        guard wasAdded || ticket != nil else { return }
        wasAdded = false
        ticket = nil
        saveSoon()
    }
}
