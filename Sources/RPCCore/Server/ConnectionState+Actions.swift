import JSONCore
import LoopCore
import SystemCore

extension ConnectionState {
    /// The limit for the bytes of memory that a connection with ``keepers`` keeps for its next notifications.
    private static let maxKept = 1_024

    /// Moves the messages that may be sent into the output, and allows `nextAction(at:)` to send again.
    @inline(__always)
    mutating func beginFlush(attaching memory: SharedBuffers) {
        isBlocked = false
        mayCallBack = true
        queue.moveReady(to: &output, keeping: keepers > 0 ? ConnectionState.maxKept : 0) {
            memory.attachOutput(to: &$0)
        }
        if outputIsDead {
            dropOutput()
        }
    }

    /// Returns the next action for the owner; nil if the owner must wait for an event.
    @inline(__always)
    mutating func nextAction(at now: MonotonicTime) -> ConnectionAction? {
        guard !isClosed else { return closingAction() }
        if !output.isEmpty {
            guard isBlocked else { return .send }
        } else if !callbacks.isEmpty || phase == .discarding, let action = actionWhenSent() {
            return action
        }
        if hasUnserved || queue.hasFirstPart || !readsOn, let action = actionOfNextTurn() {
            return action
        }
        if clock.isRunning || phase == .discarding, let action = wakeAction() {
            return action
        }
        let wanted = Interest(readable: readsOn && (phase == .discarding || !isPaused), writable: !output.isEmpty)
        return wanted.rawValue == interest.rawValue ? nil : waitAction(for: wanted, at: now)
    }

    @inline(never)
    private mutating func closingAction() -> ConnectionAction? {
        guard phase == .closing else { return nil }
        phase = .closed
        return .close
    }

    @inline(never)
    private mutating func actionWhenSent() -> ConnectionAction? {
        if !callbacks.isEmpty, mayCallBack, !outputIsDead, !queue.hasParts {
            mayCallBack = false
            let functions = Array(callbacks.values)
            callbacks = [:]
            return .call(functions)
        }
        guard phase == .discarding, !hasShutDown, !owesResponses, !queue.hasParts else { return nil }
        hasShutDown = true
        return .shutDownWriting
    }

    @inline(never)
    private mutating func actionOfNextTurn() -> ConnectionAction? {
        guard !isInNextTurn else { return nil }
        guard hasWork else { return readsOn ? nil : endingAction() }
        isInNextTurn = true
        return .continueNextTurn
    }

    @inline(never)
    private mutating func wakeAction() -> ConnectionAction? {
        guard let deadline, wakeTime.map({ deadline < $0 }) ?? true else { return nil }
        wakeTime = deadline
        return .wake(at: deadline)
    }

    @inline(never)
    private mutating func waitAction(for wanted: Interest, at now: MonotonicTime) -> ConnectionAction? {
        if wanted.contains(.readable), !interest.contains(.readable) {
            clock.restart(at: now)
        }
        interest = wanted
        return .wait(for: wanted)
    }

    /// Whether the next turn can write a piece or handle more input.
    ///
    /// Both wait while the peer has too many bytes to read.
    private var hasWork: Bool {
        guard !queue.hasFirstPart else {
            return output.count <= min(limits.unsentResponses, TurnLimits.resultBytes)
        }
        return hasUnserved && phase == .serving && !isPaused
    }

    /// Returns the next action of a connection that no longer reads; nil if responses or output are left.
    private mutating func endingAction() -> ConnectionAction? {
        guard !owesResponses else { return nil }
        switch ending {
        case .none:
            guard input.isEmpty, output.isEmpty, !queue.hasParts,
                keepers == 0 || outputIsDead || phase != .serving
            else { return nil }
            close()
            return closingAction()
        case .finishing:
            ending = .reported
            return .reportFinished
        case .reported:
            return nil
        case .allowed:
            guard output.isEmpty, !queue.hasParts, phase != .serving || !hasUnserved else { return nil }
            close()
            return .drain
        }
    }

    /// The time at which the owner must call `reachDeadline(at:)`; nil if no time limit runs.
    var deadline: MonotonicTime? {
        switch phase {
        case .serving: readsOn ? clock.deadline(after: limits.messageTime) : nil
        case .discarding: discarding?.nextCheck
        case .closing, .closed: nil
        }
    }
}
