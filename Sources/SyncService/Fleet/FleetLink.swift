package import JSONCore
package import LoopCore
package import SyncEngine
package import SystemCore
package import TransferCore

/// The connection of this machine to its fleet: it passes results to the reporter, and sends its requests.
package final class FleetLink {
    private let client: EtcdClient
    private let keys: FleetKeys
    private let loop: EventLoop
    private let clock: Clocks
    private var reporter: FleetReporter
    /// The handlers of announcements without an end.
    private var handlers: [Int: (Bool) -> Void] = [:]
    private var lastNumber = 0
    private var timer: TimerHeap.ID?
    /// Whether the next turn sends a request.
    private var isWoken = false
    private var isClosed = false
    /// Why the last count could not be read; nil if it could.
    private var countFault: EtcdFault?
    private var reported: String?
    /// Receives a sentence once for a fault that lasts, and nil when it is over.
    package var whenFault: (String?) -> Void = { _ in }

    /// How soon a new password is noticed after one that was refused.
    private static let passwordPause = Duration.seconds(1)

    /// Creates a connection, whose first request is sent in the next turn.
    package init(
        _ settings: FleetSettings,
        labels: JSONObject,
        _ transfers: Transfers,
        on loop: EventLoop,
        clock: Clocks
    ) {
        self.loop = loop
        self.clock = clock
        keys = FleetKeys(prefix: settings.place.keys.text)
        client = EtcdClient(
            endpoints: settings.place.endpoints,
            user: settings.place.user,
            password: settings.place.password,
            certificates: settings.certificates,
            transfers,
            on: loop
        )
        reporter = FleetReporter(
            machine: settings.machine,
            labels: labels,
            keys: keys,
            seed: UInt64.random(in: .min ... .max)
        )
        wake()
    }

    /// Counts the reports about a rollout in one transaction; `handle` receives nil if etcd could not be read.
    ///
    /// `stage` is the stage before; nil for none.
    package func count(
        layer: String,
        rollout: String,
        before stage: Int?,
        _ handle: @escaping (FleetCounts?) -> Void
    ) {
        guard !isClosed else { return }
        let request = keys.countRequest(layer: layer, rollout: rollout, before: stage)
        client.call("/v3/kv/txn", request) { [weak self] result in
            guard let self else { return }
            do throws(EtcdFault) {
                guard let counts = FleetCounts(try result.get(), before: stage) else {
                    throw .endpoint("the response is not one of etcd")
                }
                countFault = nil
                showFault()
                handle(counts)
            } catch {
                if countFault?.isSameKind(as: error) != true { countFault = error }
                showFault()
                handle(nil)
            }
        }
    }

    /// Stores a report, and says whether etcd has it: the caller takes the layer only then.
    ///
    /// It is one of the wanted reports from then on. A report that etcd does not get at once is withdrawn.
    package func announce(_ report: FleetReport, _ handle: @escaping (Bool) -> Void) {
        guard !isClosed else { return }
        lastNumber += 1
        handlers[lastNumber] = handle
        finish(reporter.announce(report, lastNumber))
        wake()
    }

    /// Stores the report, again and again until etcd has it.
    package func publish(_ report: FleetReport) {
        finish(reporter.publish(report))
        wake()
    }

    /// Shows the version of each layer's last known good content.
    package func show(_ versions: JSONObject) {
        guard versions != reporter.versions else { return }
        reporter.versions = versions
        wake()
    }

    /// Forgets the report of a layer, whose rollout was replaced; the key of the rollout stays until its lease ends.
    package func forget(layer: String) {
        finish(reporter.forget(layer: layer))
        wake()
    }

    /// Ends all requests without a result; the keys stay until their leases end.
    package func close() {
        isClosed = true
        client.close()
        handlers = [:]
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    private var now: Duration { .nanoseconds(clock.monotonic().nanoseconds) }

    /// Sends the next request in the next turn, so that reports that come together are stored together.
    private func wake() {
        guard !isWoken else { return }
        isWoken = true
        loop.nextTurn { [weak self] in
            self?.isWoken = false
            self?.proceed()
        }
    }

    private func proceed() {
        guard !isClosed else { return }
        if reporter.waitsForCredentials, client.hasNewPassword { reporter.credentialsChanged() }
        if let action = reporter.next(at: now) {
            client.call(action.path, action.body) { [weak self] in self?.receive($0) }
        }
        schedule()
    }

    private func receive(_ result: Result<JSONObject, EtcdFault>) {
        finish(reporter.receive(result, at: now))
        if case .success = result {
            // A user may lack the permission to read, but etcd responds.
            if case .denied? = countFault {} else { countFault = nil }
        }
        showFault()
        proceed()
    }

    private func schedule() {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard var deadline = reporter.deadline else { return }
        if reporter.waitsForCredentials { deadline = min(deadline, now + FleetLink.passwordPause) }
        let time = MonotonicTime(nanoseconds: deadline.saturatedNanoseconds)
        timer = loop.schedule(at: time) { [weak self] in
            self?.timer = nil
            self?.proceed()
        }
    }

    /// Passes ends on in the next turn: the caller may be in the middle of another announcement.
    private func finish(_ ends: [FleetReporter.AnnouncementEnd]) {
        for end in ends {
            guard let handle = handlers.removeValue(forKey: end.number) else { continue }
            loop.nextTurn { [weak self] in if self?.isClosed == false { handle(end.isStored) } }
        }
    }

    private func showFault() {
        let sentence =
            reporter.fault.map { "the reports of this machine could not be stored in etcd: \($0.text)" }
            ?? countFault.map { "the reports of the fleet could not be read in etcd: \($0.text)" }
        guard sentence != reported else { return }
        reported = sentence
        whenFault(sentence)
    }
}

@available(*, unavailable)
extension FleetLink: Sendable {}
