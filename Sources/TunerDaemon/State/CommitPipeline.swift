import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunerStore

/// Moves each step to the disk, then to the subscribers, then to the callers whose responses wait for the step.
final class CommitPipeline: EventSource {
    private let states: StateVersions
    private let soft: SoftStateStore
    private let store: StateStore
    private let deadlines: DeadlineTimer
    private let flagsFile: FlagsFileWatch?
    private let publishers: Publishers
    private let members: WorldMembers
    private let server: RPCServer
    private let log: ChangeLog?
    /// The ticket of the newest submitted lines.
    private var newestTicket = 0

    init(
        _ states: StateVersions,
        _ soft: SoftStateStore,
        _ store: StateStore,
        _ deadlines: DeadlineTimer,
        _ flagsFile: FlagsFileWatch?,
        _ publishers: Publishers,
        _ members: WorldMembers,
        _ server: RPCServer,
        _ log: ChangeLog?
    ) throws(SystemError) {
        self.states = states
        self.soft = soft
        self.store = store
        self.deadlines = deadlines
        self.flagsFile = flagsFile
        self.publishers = publishers
        self.members = members
        self.server = server
        self.log = log
        try store.notify(self, on: server.loop)
        server.loop.atEndOfTurn { [unowned self] in
            submit(isServing: true)
            self.publishers.endTurn()
            self.deadlines.endTurn()
        }
    }

    /// Writes the changes that the start itself makes: seed values, and the end of expired values and overrides.
    ///
    /// This runs before the daemon accepts requests, and waits for the disk.
    func begin() throws(StoreError) {
        deadlines.begin()
        submit(isServing: false)
        while states.hasSubmittedSteps {
            do throws(StoreError) {
                try store.wait { event in handle(event) }
            } catch  where store.trouble != nil && error.meansNoRoom && states.committed.revision > 0 {
                // The disk is full: serve the recovered state. The changes of the start are tried again later.
                return
            }
        }
    }

    func ready(_ readiness: Readiness) {
        store.handleOutcomes { event in handle(event) }
    }

    /// Submits the changes of this turn to the store.
    private func submit(isServing: Bool) {
        let ticket = store.submit()
        if let ticket {
            newestTicket = ticket
            soft.noteSubmission(ticket)
        }
        states.sealOpenStep()
        if states.assign(ticket: newestTicket), ticket == nil {
            // The steps changed only data that is not stored, such as worlds, and no earlier step is pending.
            settle(through: newestTicket)
        }
        if ticket != nil {
            store.write(here: isServing && server.allClientsWait) { event in handle(event) }
        }
        store.makeSnapshotIfDue(of: states.submittedState, soft.state)
    }

    private func handle(_ event: StateStore.Event) {
        switch event {
        case .written(let ticket): settle(through: ticket)
        case .failed(let error, let isCertain): fail(error, isCertain: isCertain)
        case .troubleChanged: publishers.server.recheck()
        }
    }

    /// Commits and publishes the durable steps, and releases the responses that wait for them.
    private func settle(through ticket: Int) {
        soft.noteWritten(through: ticket)
        let steps = states.takeSteps(through: ticket)
        guard !steps.isEmpty else { return }
        for step in steps {
            let before = publishers.needStateBefore ? states.committed : nil
            states.commit(step)
            for memory in step.memories {
                soft.note(memory)
            }
            publishers.publish(step.publication, before: before)
            if let log {
                step.publication.commits.forEach(log.note)
            }
            if step.mustReleaseFirst || !step.worldsEndedBehind.isEmpty || !step.moves.isEmpty {
                server.release(through: step.number)
            }
            members.perform(step.moves)
            publish(endOf: step.worldsEndedBehind)
        }
        states.noteSettled()
        server.release(through: states.settledStep)
    }

    /// Publishes the end of worlds that no state contains any more, after the last committed step.
    private func publish(endOf worlds: [String]) {
        guard !worlds.isEmpty else { return }
        let publication = Publication(endedWorlds: worlds, step: states.settledStep + 1)
        publishers.publish(publication, before: states.committed)
    }

    private func fail(_ error: StoreError, isCertain: Bool) {
        let moves = states.stepsAhead.flatMap(\.moves)
        // A world that was created in one of these steps never existed.
        let lostWorlds = moves.compactMap(\.world).filter { !states.committed.hasWorld($0) }
        let endedWorlds = states.stepsAhead.flatMap(\.worldsEndedBehind) + lostWorlds
        states.dropAhead()
        // The lines of this turn depend on the steps that were just dropped.
        store.drop()
        publishers.dropUncommitted()
        flagsFile?.reload()
        // Overrides that could not be ended because of the disk are tried again after a second.
        deadlines.schedule(noEarlierThan: 1_000)
        soft.noteFailure()
        server.failWithheld(with: RPCError(error, isCertain: isCertain))
        members.perform(moves)
        publish(endOf: endedWorlds)
    }
}
