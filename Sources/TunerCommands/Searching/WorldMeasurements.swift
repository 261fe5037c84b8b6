import JSONCore
import SystemCore

/// Measures values in worlds, several at a time.
final class WorldMeasurements: PointMeasuring {
    private let loop: MeasurementLoop
    private var free: [MeasuringWorld]
    private var used: [Int: MeasuringWorld] = [:]

    /// Creates measurements in at least one world.
    init(_ loop: MeasurementLoop, in worlds: [MeasuringWorld]) {
        (self.loop, free) = (loop, worlds)
    }

    /// Whether another measurement can start before `next()`.
    var hasFreeWorld: Bool { !free.isEmpty }

    var isMeasuring: Bool { !used.isEmpty }

    /// Starts a measurement in a free world.
    func start(_ number: Int, _ values: JSONObject) throws(Failure) {
        do throws(Failure) {
            guard let world = free.popLast() else { preconditionFailure("a measurement needs a free world") }
            try world.set(values)
            used[number] = world
            try loop.start(number, in: world.name)
        } catch {
            try? loop.stop()
            throw error
        }
    }

    func stop() { try? loop.stop() }

    func next() throws(Failure) -> (number: Int, outcome: Measurement.Outcome) {
        let ended = try loop.next()
        if let world = used.removeValue(forKey: ended.number) {
            do throws(Failure) {
                try world.check()
            } catch {
                try? loop.stop()
                throw error
            }
            free.append(world)
        }
        return ended
    }
}

@available(*, unavailable)
extension WorldMeasurements: Sendable {}
