import Dispatch
import Observation
import Synchronization
import TunerClient

// A program that uses TunerClient from several threads and tasks at once, for ThreadSanitizer. It needs a daemon.

struct Point: Codable, Equatable, Sendable {
    var x = 1.0
    var names = ["a"]
}

@MainActor final class Settings {
    @Tunable("ui.cornerRadius", default: 12, in: 0...40, step: 1) var cornerRadius: Double
    @Tunable("ui.title", default: "Hello", group: "Texts") var title: String
    @Tunable("ui.point", default: Point()) var point: Point
    @Flag("ui.DarkMode", default: false) var isDark: Bool
    @Flag("ui.flow", default: "classic", context: ["plan": "pro"]) var flow: String
}

let settings = Settings()
let (radius, title, point, isDark) = (settings.$cornerRadius, settings.$title, settings.$point, settings.$isDark)
try await Tuner.shared.ready(timeout: .seconds(60))

let isDone = Atomic<Bool>(false)
let sum = Atomic<Int>(0)
let readers = DispatchGroup()
for number in 0..<3 {
    DispatchQueue.global().async(group: readers) {
        while !isDone.load(ordering: .relaxed) {
            sum.add(title.value.utf8.count + point.value.names.count + (isDark.value ? 1 : 0), ordering: .relaxed)
            guard number > 0 else { continue }
            Tuner.shared.snapshot { _ = sum.add(title.unobserved.utf8.count + Int(radius.value), ordering: .relaxed) }
        }
    }
}

let watches = [
    title.onChange { _ = sum.add($0.utf8.count, ordering: .relaxed) },
    radius.onChange { @MainActor _ in _ = settings.cornerRadius },
]
try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { for await value in radius.values where value == 39 { return } }
    tasks.addTask { for await value in title.values where value == "end" { return } }
    tasks.addTask { for await connection in Tuner.shared.connections where connection == .connected { return } }
    tasks.addTask {
        for number in 0..<100 {
            withObservationTracking {
                _ = radius.value
            } onChange: {
                _ = sum.add(1, ordering: .relaxed)
            }
            try await radius.set(Double(number % 39))
            try await title.set("a title that is longer than a word: \(number)")
            try await point.set(Point(x: Double(number), names: ["a", "b \(number)"]))
            try await isDark.set(number.isMultiple(of: 2))
        }
        try await radius.set(39)
        try await title.set("end")
    }
    tasks.addTask {
        for number in 0..<30 {
            Tuner.shared.context = ["number": number]
            isDark.context = ["number": number / 2]
            try await Tuner.shared.update { changes in try changes.set(point, to: Point(x: Double(number))) }
            _ = try await Tuner.shared.value(of: "ui.point", as: Point.self)
            _ = try await isDark.details
            _ = await settings.flow
        }
    }
    try await tasks.waitForAll()
}
isDone.store(true, ordering: .relaxed)
readers.wait()
for watch in watches { watch.cancel() }
await Tuner.shared.close()
