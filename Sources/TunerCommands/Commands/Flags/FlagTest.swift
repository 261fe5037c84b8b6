import ConsoleCore
import FlagEngine
import JSONCore
import SystemCore

/// The test of a flag file with a file of cases, with the daemon's engine but without a daemon.
struct FlagTest {
    /// A failed case with its evaluation.
    private struct Failing {
        let entry: FlagCases.Entry
        let evaluation: Evaluation
    }

    private let document: InputFile
    private let file: InputFile
    private let cases: FlagCases

    init(of document: String, by cases: String) throws(Failure) {
        self.document = try InputFile(document, for: "flag test")
        file = try InputFile(cases, for: "flag test")
        self.cases = FlagCases(file)
    }

    /// Evaluates all cases, and prints the failed ones and a summary.
    func run(explains: Bool, _ output: Output) throws(Failure) -> ExitCode {
        guard let flags, cases.faults.isEmpty else { return .usage }
        let failing = failing(flags, explains: explains)
        try output.print(json(of: failing), else: failing.map(text).joined() + "\(summary(failing.count))\n")
        return failing.isEmpty ? .done : .refused
    }

    /// The flags; nil if a file has faults, which this prints.
    private var flags: FlagSet? {
        var flags: FlagSet?
        do throws(FlagFaults) {
            flags = try FlagSet(document.text.span)
        } catch {
            error.report(of: document)
        }
        Output.writeError(cases.faults.map { "\(file.shownName): line \($0.line): \($0.fault)\n" }.joined())
        return flags
    }

    private func failing(_ flags: FlagSet, explains: Bool) -> [Failing] {
        let now = Kernel.wallTime().seconds
        return cases.entries.compactMap { entry in
            let request = EvaluationRequest(callersDefault: entry.expected.fallback, explains: explains)
            let context = EvaluationContext(given: entry.context, timestamp: entry.expected.timestamp ?? now)
            let evaluation = flags.evaluate(entry.key, request, in: context)
            return entry.expected.accepts(evaluation) ? nil : Failing(entry: entry, evaluation: evaluation)
        }
    }

    // MARK: Printing

    private func text(of failing: Failing) -> String {
        let entry = failing.entry
        let context = JSONText.compact(.object(entry.context)).escapedForTerminals
        let expected = entry.expected.expectation.members.map { "\($0.name) \(ValueText.line($0.value))" }
        let text = """
            \(file.shownName): line \(entry.line): \(entry.key.text.shownWhole) in \(context)
              expected \(expected.joined(separator: ", "))
              got \(words(for: failing.evaluation, entry))

            """
        return text + ExplanationText.tree(of: failing.evaluation.explanation.map { .object($0.json) })
    }

    private func words(for evaluation: Evaluation, _ entry: FlagCases.Entry) -> String {
        var words: [String] = []
        if let variant = evaluation.variant { words.append("variant \(variant.shownWhole)") }
        words.append(evaluation.value.map { "value \(ValueText.line($0))" } ?? "no value")
        words.append("reason \(evaluation.reason.rawValue)")
        let fault = evaluation.fault.map { ": \($0.sentence(about: entry.key.text))" } ?? ""
        return words.joined(separator: ", ") + fault
    }

    private func summary(_ failing: Int) -> String {
        let count = cases.entries.count
        let all = CountText.of(count, "case")
        guard failing > 0 else { return "\(all) \(count == 1 ? "passes" : "pass")" }
        return "\(failing) of \(all) \(failing == 1 ? "fails" : "fail")"
    }

    private func json(of failing: [Failing]) -> JSON {
        [
            "cases": .integer(Int64(cases.entries.count)),
            "failed": .array(
                failing.map { failing in
                    [
                        "line": .integer(Int64(failing.entry.line)), "context": .object(failing.entry.context),
                        "expected": .object(failing.entry.expected.expectation),
                        "got": JSON(EvaluatedCase(key: failing.entry.key, evaluation: failing.evaluation)),
                    ]
                }
            ),
        ]
    }
}

/// An evaluation in the form of the daemon's response.
private struct EvaluatedCase: JSONWritable {
    let key: FlagKey
    let evaluation: Evaluation

    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        try evaluation.write(for: key.text, to: &writer)
    }
}
