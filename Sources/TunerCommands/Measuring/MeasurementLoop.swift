import ClientCore
import SystemCore

/// Runs measurements, several at a time, each in its own world.
///
/// While it exists, signals that would end tunerctl end the running programs first.
final class MeasurementLoop {
    private static let signals: [Signal] = [.hangup, .interrupt, .quit, .terminate]

    private struct OpenMeasurement {
        let number: Int
        /// Nil for the shared values.
        let world: String?
        let measurement: Measurement
    }

    let plan: MeasurementPlan
    private let source: SignalSource
    private var open: [OpenMeasurement] = []

    init(_ plan: MeasurementPlan, _ daemon: DaemonEndpoint) throws(Failure) {
        self.plan = plan
        source = try Failure.system { () throws(SystemError) in
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: daemon.absolutePath)
            return try SignalSource(MeasurementLoop.signals)
        }
    }

    /// The number of measurements that have not been returned by `next()`.
    var openCount: Int { open.count }

    /// Starts a measurement, whose number `next()` returns with its outcome; without a world, of the shared values.
    func start(_ number: Int, in world: String?) throws(Failure) {
        try enter(world)
        open.append(OpenMeasurement(number: number, world: world, measurement: try Measurement(plan)))
    }

    /// Waits until an open measurement has ended, and returns its outcome; after a failure, ends all of them first.
    func next() throws(Failure) -> (number: Int, outcome: Measurement.Outcome) {
        do throws(Failure) {
            while true {
                if let ended = try firstEnded() { return ended }
                try wait()
                if let signal = try signal() { throw .interrupted(signal) }
            }
        } catch {
            try? stop()
            throw error
        }
    }

    /// Returns the number of one measurement; a fault names the measurement as `name`.
    func measure(in world: String, as name: String) throws(Failure) -> Double {
        try start(0, in: world)
        switch try next().outcome {
        case .measured(let number): return number
        case .failed(let fault): throw .noMeasurement(name, fault)
        case .refused: preconditionFailure("only a search has a guard")
        }
    }

    /// Ends all programs; another signal kills them.
    func stop() throws(Failure) {
        defer { open.removeAll() }
        for running in open { try running.measurement.interrupt() }
        while open.contains(where: { !$0.measurement.hasEnded }) {
            try wait()
            let isRepeated = try signal() != nil
            for running in open {
                if isRepeated { try running.measurement.interrupt() }
                try running.measurement.advance()
            }
        }
    }

    /// Advances all measurements, and returns the first one that has ended.
    private func firstEnded() throws(Failure) -> (number: Int, outcome: Measurement.Outcome)? {
        for (index, running) in open.enumerated() {
            try enter(running.world)
            try running.measurement.advance()
            if let outcome = running.measurement.outcome {
                open.remove(at: index)
                return (running.number, outcome)
            }
        }
        return nil
    }

    /// Lets the next programs start in a world.
    private func enter(_ world: String?) throws(Failure) {
        guard let world else { return }
        try Failure.system { () throws(SystemError) in
            try Kernel.setEnvironment(DaemonAddress.worldVariable, to: world)
        }
    }

    private func signal() throws(Failure) -> Signal? {
        try Failure.system { () throws(SystemError) in try source.next() }
    }

    /// Waits for an event of a measurement, for a signal, or until a measurement has something to do.
    private func wait() throws(Failure) {
        try Failure.system { () throws(SystemError) in
            let poller = try Poller(.poll)
            try poller.add(source.descriptor, token: 0, interest: .readable)
            for running in open { try running.measurement.watch(by: poller) }
            let deadline = open.compactMap(\.measurement.deadline).min()
            var events: [PollerEvent] = []
            try poller.wait(deadline.map { .until($0, from: Kernel.monotonicTime()) } ?? .forever, into: &events)
        }
    }
}

@available(*, unavailable)
extension MeasurementLoop: Sendable {}
