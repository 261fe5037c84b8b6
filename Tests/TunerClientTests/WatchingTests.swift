import Observation
import Synchronization
import SystemCore
import TestSupport
import Testing
import TunerClient

@Suite(.timeLimit(.minutes(5))) struct WatchingTests {
    @MainActor final class Settings {
        @Tunable var radius: Double
        @Flag var dark: Bool

        init(_ tuner: Tuner) {
            _radius = Tunable("ui.radius", default: 12, in: 0...40, on: tuner)
            _dark = Flag("ui.DarkMode", default: false, on: tuner)
        }
    }

    @MainActor @Test func `observation reports a change after the new value is visible`() async {
        let tuner = Tuner.preview()
        let settings = Settings(tuner)
        let seen = Mutex<[Double]>([])
        let radius = settings.$radius
        func track() {
            withObservationTracking {
                _ = settings.radius
            } onChange: {
                seen.withLock { $0.append(radius.unobserved) }
            }
        }
        track()
        tuner.simulate(values: ["ui.radius": 18])
        #expect(seen.withLock { $0 } == [18])
        tuner.simulate(values: ["ui.radius": 20])
        #expect(seen.withLock { $0 } == [18])
        track()
        tuner.simulate(values: ["other": 1], flags: ["ui.DarkMode": true])
        #expect(seen.withLock { $0 } == [18])
        #expect(settings.dark)
        tuner.simulate(values: ["ui.radius": 21])
        #expect(seen.withLock { $0 } == [18, 21])
        let isNotified = Atomic<Bool>(false)
        withObservationTracking {
            _ = tuner.connection
        } onChange: {
            isNotified.store(true, ordering: .relaxed)
        }
        tuner.simulate(connection: .lost(since: .now))
        let wasNotified = isNotified.load(ordering: .relaxed)
        #expect(wasNotified)
    }

    @Test func `an equal value notifies no observer`() async throws {
        struct Point: Codable, Equatable { var x = 1 }
        let tuner = Tuner.preview()
        let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
        let title = Tunable("ui.title", default: "Hello", on: tuner)
        let point = Tunable("ui.point", default: Point(), on: tuner)
        let (radii, titles, points) = (ReadLog(radius), ReadLog(title), ReadLog(point))
        try await radius.set(12)
        try await title.set("Hello")
        try await point.set(Point())
        tuner.simulate(values: ["ui.radius": 12, "ui.title": "Hello", "ui.point": ["x": 1.0]])
        tuner.simulate(values: ["ui.radius": nil, "ui.title": nil, "ui.point": nil])
        #expect(radii.all.isEmpty && titles.all.isEmpty && points.all.isEmpty)
        var values = radius.values.makeAsyncIterator()
        #expect(await values.next() == 12)
        try await radius.set(12)
        tuner.simulate(values: ["ui.radius": 13, "ui.title": "Bye", "ui.point": ["x": 2]])
        #expect(radii.all == [13] && titles.all == ["Bye"] && points.all == [Point(x: 2)])
        #expect(await values.next() == 13)
    }

    @Test func `a value stream starts with the current value and merges later values`() async throws {
        let tuner = Tuner.preview(values: ["n": 1])
        let number = Tunable("n", default: 0, on: tuner)
        var iterator = number.values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        tuner.simulate(values: ["n": 2])
        tuner.simulate(values: ["n": 3])
        #expect(await iterator.next() == 3)
        let seen = Task {
            var last = 0
            for await value in number.values where value != last {
                last = value
                if value == 10_000 { break }
            }
            return last
        }
        for value in 4...10_000 { tuner.simulate(values: ["n": TunerValue(integerLiteral: Int64(value))]) }
        #expect(await seen.value == 10_000)
        let waiting = Task {
            for await _ in number.values {}
            return true
        }
        waiting.cancel()
        #expect(await waiting.value)
    }

    @Test func `all values of a change are visible before a stream reports one`() async throws {
        let tuner = Tuner.preview()
        let numbers = (0..<200).map { Tunable("n\($0)", default: 0, on: tuner) }
        let last = 300
        let changes = UncheckedThread {
            for round in 1...last {
                let value = TunerValue(integerLiteral: Int64(round))
                tuner.simulate(values: Dictionary(uniqueKeysWithValues: numbers.map { ($0.key, value) }))
            }
        }
        defer { changes.join() }
        var received = 0
        while received < last {
            for number in numbers {
                // An observer that begins at any moment, also during the change.
                var iterator = number.values.makeAsyncIterator()
                received = try #require(await iterator.next())
                let missing = numbers.count { $0.value < received }
                try #require(missing == 0)
            }
        }
    }

    @MainActor @Test func `onChange runs its body on the chosen actor or executor for later changes`() async throws {
        let tuner = Tuner.preview(values: ["n": 1])
        let number = Tunable("n", default: 0, on: tuner)
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        var watch: ChangeObservation? = number.onChange { @MainActor value in
            MainActor.assertIsolated()
            continuation.yield(value)
        }
        tuner.simulate(values: ["n": 2])
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next(isolation: MainActor.shared) == 2)
        watch = nil
        #expect(watch == nil)
        let executor = OwnExecutor()
        let thread = UncheckedThread { executor.run() }
        let other = number.onChange(on: executor) { value in continuation.yield(value) }
        tuner.simulate(values: ["n": 3])
        #expect(await iterator.next(isolation: MainActor.shared) == 3)
        let count = executor.count.load(ordering: .relaxed)
        #expect(count > 0)
        other.cancel()
        executor.stop()
        thread.join()
    }

    /// Runs work on a separate thread, and counts the runs.
    private final class OwnExecutor: TaskExecutor {
        let count = Atomic<Int>(0)
        private let jobs = Mutex<[UnownedJob]>([])
        private let doorbell = Doorbell()
        private let isStopped = Atomic<Bool>(false)

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            doorbell.ring()
        }

        /// Works until `stop` is called.
        func run() {
            let executor = unsafe asUnownedTaskExecutor()
            while !isStopped.load(ordering: .acquiring) {
                doorbell.wait()
                let taken = jobs.withLock { jobs in
                    defer { jobs = [] }
                    return jobs
                }
                for job in taken {
                    count.add(1, ordering: .relaxed)
                    unsafe job.runSynchronously(on: executor)
                }
            }
        }

        func stop() {
            isStopped.store(true, ordering: .releasing)
            doorbell.ring()
        }
    }
}
