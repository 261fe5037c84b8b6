import JSONCore
package import LoopCore
package import SyncEngine
import SystemCore

/// Runs the checks of rollouts.
///
/// A check gets PATH, HOME and the variables of its caller, because the environment of tunersync can have secrets.
package final class CheckRunner {
    private let loop: EventLoop
    private var runs: [Int32: CheckRun] = [:]
    private var isClosed = false

    package init(on loop: EventLoop) { self.loop = loop }

    /// Runs a check in a directory; `handle` receives the outcome once, never during this call.
    package func run(
        _ check: RolloutCheck,
        in directory: String?,
        environment: [(String, String)],
        _ handle: @escaping (RolloutCheck.Outcome) -> Void
    ) {
        guard !isClosed else { return }
        if let fault = start(check, in: directory, environment, handle) {
            loop.nextTurn { [weak self] in if self?.isClosed == false { handle(.noResult(fault)) } }
        }
    }

    /// Ends all running checks, without an outcome.
    package func close() {
        isClosed = true
        for run in runs.values { run.cancel() }
        runs = [:]
    }

    /// Starts a check; returns why this is not possible.
    private func start(
        _ check: RolloutCheck,
        in directory: String?,
        _ environment: [(String, String)],
        _ handle: @escaping (RolloutCheck.Outcome) -> Void
    ) -> String? {
        guard let directory else { return "this machine allows no checks: its configuration has no fleet.checks" }
        let name = check.command
        guard !name.isEmpty, ![".", ".."].contains(name),
            !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { return "\(name.shown) is not the name of a check: it must be a file in the directory with the checks" }
        if let fault = CheckDirectory.fault(of: directory) { return fault }
        let path = "\(directory)/\(name)"
        if let fault = CheckDirectory.fault(ofProgram: path) { return fault }
        let own = ["PATH", "HOME"].compactMap { name in Kernel.environmentPath(name).map { (name, $0) } }
        do throws(SystemError) {
            let run = try CheckRun(
                check,
                path,
                environment: own + environment,
                on: loop,
                handle: handle,
                whenGone: { [weak self] in self?.runs[$0] = nil }
            )
            runs[run.pid] = run
            return nil
        } catch {
            return "the check \(path.shownWhole) could not be started: \(error.errno)"
        }
    }
}

@available(*, unavailable)
extension CheckRunner: Sendable {}
