/// The names that the blocks of Swift code use without declaring them.
enum SnippetContext {
    /// The code around blocks that contain a marker.
    static let parts: [(marker: String, before: String, after: String)] = [
        ("refusal.kind == .readOnly", "let refusal = try await sampleRefusal()", ""),
        ("try changes.set(settings.$cornerRadius, to: 18)\n", "", ""),
        ("try changes.set(settings.$cornerRadius, to: 18)", "try await tuner.update { changes in", "}"),
        (
            "try changes.set(features.$darkMode, to: true)",
            "let attempt = try await tuner.attempt(for: .seconds(1)) { changes in",
            "}\ntry await attempt.cancel()"
        ),
        (
            "try await attempt.",
            "let attempt = try await tuner.attempt(for: .seconds(1)) { try $0.set(settings.$spacing, to: 4) }",
            ""
        ),
        ("value.decoded(as:", "let value: TunerValue = [\"x\": 1, \"y\": 2]", ""),
        ("var options", "", ""),
        ("options.", "var options = TunerOptions()", ""),
        ("tuner.simulate(", "let tuner = Tuner.preview()", ""),
        ("tuner.close()", "let tuner = Tuner()", ""),
        ("    print(radius)", "lastPrint = 3", ""),
        ("{ print(value) }", "lastPrint = 1", ""),
        ("samples[index]", "var samples = [1.0, 2.0]\nlet gain = Tunable(\"audio.gain\", default: 0.5)", ""),
    ]

    /// The declarations before all blocks.
    ///
    /// A loop over a sequence never ends. So the objects that such a loop changes cancel the task, which ends the loop.
    /// For a loop that prints, `lastPrint` is the number of the print that cancels the task.
    static let source = """
        import TunerClient
        #if canImport(Glibc)
        import Glibc
        #else
        import Darwin
        #endif

        @MainActor final class Settings {
            @Tunable var cornerRadius: Double
            @Tunable var title: String
            @Tunable var spacing: Double
            @Tunable var showsGrid: Bool

            init(tuner: Tuner = .shared) {
                _cornerRadius = Tunable("ui.cornerRadius", default: 12, in: 0...40, step: 1, on: tuner)
                _title = Tunable("ui.title", default: "Hello", group: "Texts", on: tuner)
                _spacing = Tunable("ui.spacing", default: 8, in: 0...64, unit: "pt", on: tuner)
                _showsGrid = Tunable("ui.showsGrid", default: false, on: tuner)
            }
        }

        @MainActor final class Features {
            @Flag("ui.DarkMode", default: false) var darkMode: Bool
        }

        enum Mode: String, Codable, CaseIterable { case light, dark }
        enum Color { case turquoise, gray }

        struct Point: Codable {
            var x: Int
            var y: Int
        }

        @MainActor struct Sink<Value> {
            var value: Value { didSet { withUnsafeCurrentTask { $0?.cancel() } } }
        }

        @MainActor final class Layer {
            private var sink = Sink(value: 0.0)
            var cornerRadius: Double { get { sink.value } set { sink.value = newValue } }
        }

        @MainActor final class Window {
            private var sink = Sink(value: false)
            var isDark: Bool { get { sink.value } set { sink.value = newValue } }
        }

        @MainActor final class Lamp {
            private var sink = Sink(value: Color.gray)
            var color: Color { get { sink.value } set { sink.value = newValue } }
        }

        @MainActor final class Banner { var text = "" }

        final class Logger: Sendable { func warning(_ text: String) {} }

        let tuner = Tuner.shared
        let settings = Settings()
        let features = Features()
        let (turquoise, gray) = (Color.turquoise, Color.gray)
        let (layer, window, lamp, banner, logger) = (Layer(), Window(), Lamp(), Banner(), Logger())
        var watch: ChangeObservation?

        func draw(radius: Double, spacing: Double) {}
        func lockSlider() {}
        func blow(_ speed: Double) {}
        func show(_ text: String) {}

        @MainActor func sampleRefusal() async throws -> Refusal {
            do {
                try await settings.$cornerRadius.set(99)
            } catch {
                if case .refused(let refusal) = error { return refusal }
            }
            fatalError("99 is not refused")
        }

        // MARK: Checks

        var printed: [String] = []
        var lastPrint = Int.max
        var checkedLines: Set<Int> = []
        var failures = 0

        @MainActor func print(_ value: Any) {
            printed.append("\\(value)")
            if printed.count == lastPrint { withUnsafeCurrentTask { $0?.cancel() } }
        }

        @MainActor func expect(_ condition: Bool, file: String = #fileID, line: Int = #line) {
            checkedLines.insert(line)
            if !condition { fail("line \\(line): the expectation is false") }
        }

        @MainActor func expectPrinted(_ text: String, line: Int = #line) {
            checkedLines.insert(line)
            let found = printed.isEmpty ? "nothing" : printed.removeFirst()
            if found != text { fail("line \\(line): prints \\(found), not \\(text)") }
        }

        @MainActor func fail(_ text: String) {
            failures += 1
            Swift.print(text)
        }

        @MainActor func run(
            _ location: String,
            checks: [Int],
            _ block: @escaping @MainActor () async throws -> Void
        ) async {
            printed = []
            lastPrint = Int.max
            checkedLines = []
            do {
                try await Task { try await block() }.value
            } catch {
                fail("\\(location): throws \\(error)")
            }
            for line in checks where !checkedLines.contains(line) {
                fail("\\(location): the check of line \\(line) did not run")
            }
        }

        @MainActor func finish() -> Never { exit(failures == 0 ? 0 : 1) }

        for await connection in tuner.connections where connection == .connected { break }
        """
}
