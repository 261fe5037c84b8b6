import LoopCore
import RPCCore
import StateCore
import StewEngine

/// Keeps the soft state, and writes each change of it within a second; retries failed writes.
final class SoftStateStore {
    private(set) var state: SoftState

    private let states: StateVersions
    private let store: StateStore
    private let loop: EventLoop
    /// Whether a save is scheduled.
    private var isWaiting = false
    /// Whether the soft state was added to the lines that this turn submits.
    private var wasAdded = false
    /// The ticket of the soft state that is being written.
    private var ticket: Int?

    init(_ state: SoftState, _ states: StateVersions, in store: StateStore, on loop: EventLoop) {
        self.state = state
        self.states = states
        self.store = store
        self.loop = loop
    }

    /// Returns the stew memory of a world's members; outside of worlds if `world` is nil.
    ///
    /// Copying only this part is cheaper than copying the whole soft state.
    func stew(in world: String?) -> StewMemory { state.stew(in: world) }

    /// Returns the stew memory that a caller sees, with pending changes if its responses already wait for a pending
    /// step.
    func stew(for caller: Caller) -> StewMemory {
        let world = caller.session.world
        guard caller.peer.isWithheld else { return stew(in: world) }
        var state = state
        for memory in states.stepsAhead.flatMap(\.memories) {
            _ = memory(&state)
        }
        return state.stew(in: world)
    }

    /// Changes the soft state; `change` returns whether the changed state must be saved.
    func note(_ change: (inout SoftState) -> Bool) {
        if change(&state) {
            saveSoon()
        }
    }

    /// Changes the soft state now, or when the pending step that the caller sees is committed.
    func note(for caller: Caller, _ change: @escaping (inout SoftState) -> Bool) {
        if caller.peer.isWithheld, let ahead = states.ahead {
            ahead.memories.append(change)
        } else {
            note(change)
        }
    }

    /// Removes the stew memory of `world`, and of all worlds that no longer exist.
    func forgetStews(of world: String) {
        note { state in
            state.forgetStews { $0 != world && states.hasWorld($0) }
            return false
        }
    }

    /// Changes the soft state and saves it.
    func remember(_ change: (inout SoftState) -> Void) {
        change(&state)
        saveSoon()
    }

    private func saveSoon() {
        guard !isWaiting else { return }
        isWaiting = true
        loop.schedule(after: .seconds(1)) { [unowned self] in save() }
    }

    /// Adds the soft state to the next submission, if a save is scheduled.
    func save() {
        guard isWaiting else { return }
        isWaiting = false
        wasAdded = true
        store.add(state)
    }

    /// Notes the ticket of the lines that this turn submits.
    func noteSubmission(_ ticket: Int) {
        guard wasAdded else { return }
        wasAdded = false
        self.ticket = ticket
    }

    /// Notes that everything through a ticket is durable.
    func noteWritten(through written: Int) {
        if let ticket, ticket <= written {
            self.ticket = nil
        }
    }

    /// Schedules another save for soft state whose write failed.
    func noteFailure() {
        guard wasAdded || ticket != nil else { return }
        wasAdded = false
        ticket = nil
        saveSoon()
    }
}
