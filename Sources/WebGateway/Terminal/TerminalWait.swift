import ClientCore
import ConsoleCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// The subscription of a terminal's `wait` to one key, on a separate connection, until a value meets the condition.
///
/// It resumes after a restart of the daemon, and ends when its time is over.
final class TerminalWait {
    /// What the terminal receives; nothing follows `met` and `failed`.
    enum Event {
        /// Lines about what the wait waits for in the meantime.
        case note(String)
        /// A value that meets the condition, as a line.
        case met(String)
        /// Lines that say why the wait has ended without such a value.
        case failed(String)
    }

    private let key: String
    private let condition: WaitCondition
    private let limit: Duration
    private let calls: DaemonCalls
    private let world: String?
    private let loop: EventLoop
    private let report: (Event) -> Void
    private let subscription: LinkSubscription<SubscribeParameters>
    private var source: LinkSource?
    private var timer: TimerHeap.ID?
    /// The value that the text of the condition means for the type of the key.
    private var expected: JSON?
    /// The last value of the key.
    private var value: JSON?
    /// Whether the daemon has said that the key is secret.
    private var isSecret = false
    /// Whether the daemon has accepted the first subscription.
    private var hasBegun = false
    private var isLost = false
    private var isOver = false

    /// Subscribes to the key; `report` receives events in later turns.
    init(
        _ key: String,
        _ condition: WaitCondition,
        within limit: Duration,
        _ calls: DaemonCalls,
        world: String?,
        on loop: EventLoop,
        _ report: @escaping (Event) -> Void
    ) {
        (self.key, self.condition, self.limit) = (key, condition, limit)
        (self.calls, self.world, self.loop) = (calls, world, loop)
        self.report = report
        var parameters = SubscribeParameters()
        parameters.keys = [key]
        subscription = LinkSubscription(parameters)
        var settings = DaemonLink.Settings(calls.address)
        settings.client = "tunerweb"
        settings.world = world
        let link = DaemonLink(settings)
        source = LinkSource(link, on: loop) { [unowned self] event, text in handle(event, text, link) }
    }

    /// Ends the wait; nothing is reported after that.
    func close() {
        isOver = true
        if let timer {
            loop.cancel(timer)
        }
        timer = nil
        // The calls that end with the source find that the wait is over.
        source.take()?.close()
    }

    /// Ends the wait with its last event.
    private func end(_ event: Event) {
        guard !isOver else { return }
        isOver = true
        // The source may be handling the event that ends the wait.
        loop.nextTurn { [self] in close() }
        report(event)
    }

    private func fail(_ fault: DaemonFault) {
        end(.failed(fault.sentences.map { "\($0.shownWhole)\n" }.joined()))
    }

    // MARK: The daemon

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>, _ link: DaemonLink) {
        guard !isOver else { return }
        switch event {
        case .ready: subscribe(on: link)
        case .notification(let method, let params):
            guard let changes = try? SubscribeParameters.changes(method, params, in: text),
                subscription.handle(changes)
            else { return }
            guard changes.ended == nil else {
                return end(.failed("the world \(world?.shown ?? "") has ended\n"))
            }
            check(changes.changes)
        case .lost(let fault):
            subscription.endConnection()
            let reason = DaemonFault(fault, at: calls.address, startCommand: calls.startCommand)
            guard hasBegun, link.mayPass(fault) else { return fail(reason) }
            guard !isLost else { return }
            isLost = true
            report(.note("\(reason.sentence)\nwait continues when the daemon is back\n"))
        case .connected, .unmatchedError: break
        }
    }

    private func subscribe(on link: DaemonLink) {
        subscription.subscribe(on: link) { [unowned self] result, _ in
            guard !isOver else { return }
            switch result {
            case .success(let result):
                link.confirm()
                isLost = false
                let present = result.values?.entries.first { $0.name == key }?.value
                isSecret = isSecret || result.secrets?.contains(key) == true
                guard hasBegun else {
                    hasBegun = true
                    return begin(with: present)
                }
                // Without the missed changes, only the present value is known.
                if result.values != nil, present != value { check(present) }
                check(result.changes ?? [])
            case .failure(.refused(let error)): fail(.refused(error))
            case .failure: link.drop()
            }
        }
    }

    /// Requests the type of the key.
    private func describe(_ handle: @escaping (Result<JSON, DaemonFault>) -> Void) {
        var parameters = KeyParameters()
        parameters.key = key
        calls.call(API.Tunables.describe.name.description, parameters, on: .reads, in: world) { [self] response, text in
            if !isOver {
                handle(response.map { $0.value(in: text) })
            }
        }
    }

    // MARK: The condition

    /// Finds out what the text of the condition means, and whether there is a key; then checks the value at the start.
    private func begin(with present: JSON?) {
        value = present
        guard condition.text != nil || present == nil else { return checkFirst() }
        describe { [self] result in
            switch result {
            case .failure(.refused(let error)): report(.note("\(error.message.shownWhole); waiting for it\n"))
            case .failure(let fault): return fail(fault)
            case .success(let description):
                if present == nil, let tunable = description["memberOf"]?.text {
                    return end(.failed("\(WaitText.member(key, of: tunable))\n"))
                }
                guard let text = condition.text else { break }
                let type = KeyType(describedBy: description)
                do throws(TextFault) {
                    expected = try condition.meaning(of: text, for: type)
                } catch {
                    let shown = isSecret ? "(secret)" : text
                    return end(.failed("\(type.sentence(about: key, error, text: shown))\n"))
                }
            }
            checkFirst()
        }
    }

    /// Checks the value at the start; from then on, the wait has a time limit.
    private func checkFirst() {
        timer = loop.schedule(after: limit) { [unowned self] in
            timer = nil
            end(.failed("\(WaitText.conditionNotMet(key, shown(value), after: limit.inSeconds))\n"))
        }
        if condition != .changed {
            endIfMet(by: value)
        }
    }

    private func check(_ changes: [ChangeRecord]) {
        isSecret = isSecret || changes.contains { $0.isSecret == true }
        for change in changes { check(change.value) }
    }

    private func check(_ new: JSON?) {
        guard !isOver else { return }
        value = new
        guard let text = condition.text, let new, expected?.kind != new.kind else { return endIfMet(by: new) }
        // The key is new, or has another type now.
        describe { [self] result in
            expected = (try? result.get()).flatMap { try? condition.meaning(of: text, for: KeyType(describedBy: $0)) }
            endIfMet(by: new)
        }
    }

    private func endIfMet(by value: JSON?) {
        guard condition.isMet(by: value, expected: expected) else { return }
        end(.met("\(ValueText.line(shown(value)))\n"))
    }

    private func shown(_ value: JSON?) -> JSON? { isSecret ? value.map { _ in .secretMark } : value }
}

@available(*, unavailable)
extension TerminalWait: Sendable {}
