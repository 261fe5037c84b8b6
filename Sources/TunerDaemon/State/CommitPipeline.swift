import RPCCore
import StateCore
import SystemCore
import TunerStore

/// Brings each step from the turn that made it to everybody: to the disk, then to the subscribers, then to the callers
/// whose answers wait for it.
final class CommitPipeline: EventSource {
    private let states: StateVersions
    private let soft: SoftStateKeeper
    private let store: StateStore
    private let writer: StateWriter
    private let publishers: Publishers
    private let server: Server
    /// The ticket of the newest lines that were submitted.
    private var newestTicket = 0

    init(
        _ states: StateVersions,
        _ soft: SoftStateKeeper,
        _ store: StateStore,
        _ writer: StateWriter,
        _ publishers: Publishers,
        _ server: Server
    ) throws(SystemError) {
        self.states = states
        self.soft = soft
        self.store = store
        self.writer = writer
        self.publishers = publishers
        self.server = server
        try store.notify(self, on: server.loop)
        server.loop.atEndOfTurn { [unowned self] in
            submit(isServing: true)
            self.publishers.endTurn()
        }
    }

    /// Brings what a start itself changes to the disk before anybody asks: first values, and overrides that have ended.
    func begin() throws(StoreError) {
        writer.begin()
        submit(isServing: false)
        while states.hasSubmittedSteps {
            do throws(StoreError) {
                try store.wait { event in handle(event) }
            } catch  where store.trouble != nil && error.meansNoRoom && states.committed.revision > 0 {
                // What was read is served, and what the start would have changed is tried again.
                return
            }
        }
    }

    func ready(_ readiness: Readiness) {
        store.handleOutcomes { event in handle(event) }
    }

    /// Submits what was written in this turn.
    private func submit(isServing: Bool) {
        let ticket = store.submit()
        if let ticket {
            newestTicket = ticket
            soft.noteSubmission(ticket)
        }
        states.sealOpenStep()
        if states.assign(ticket: newestTicket), ticket == nil {
            // Of worlds alone: nothing of it is stored.
            settle(through: newestTicket)
        }
        if ticket != nil {
            store.write(here: isServing && server.everybodyWaits) { event in handle(event) }
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

    /// Commits the steps that are on disk.
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
            if step.mustReleaseFirst || !step.worldsEndedBehind.isEmpty {
                server.release(through: step.number)
            }
            publish(endOf: step.worldsEndedBehind)
        }
        states.noteSettled()
        server.release(through: states.settledStep)
    }

    /// Publishes the end of worlds that are gone from every state, behind the last step that everybody sees.
    private func publish(endOf worlds: [String]) {
        guard !worlds.isEmpty else { return }
        let publication = Publication(endedWorlds: worlds, step: states.settledStep + 1)
        publishers.publish(publication, before: states.committed)
    }

    private func fail(_ error: StoreError, isCertain: Bool) {
        let endedWorlds = states.stepsAhead.flatMap(\.worldsEndedBehind)
        states.dropAhead()
        // What was written in this turn was built on what is gone.
        store.drop()
        publishers.dropUnborn()
        writer.restartFromCommitted()
        soft.noteFailure()
        server.failWithheld(with: RPCError(error, isCertain: isCertain))
        publish(endOf: endedWorlds)
    }
}
