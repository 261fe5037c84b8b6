import FlagEngine
import JSONCore

/// What a connection evaluated recently: its last context, and its answers by the bytes of the questions.
///
/// A program that looks at a flag now and again asks with the same bytes each time.
///
/// All of it is valid for one version of the state and one second, since rules may look at the time. A session drops it when
/// the client changes its name.
final class RecentEvaluations {
    struct Circumstances: Equatable {
        let version: UInt64
        let seconds: Int64
    }

    private struct Context {
        let text: [UInt8]
        let context: EvaluationContext
    }

    private final class Answer {
        let question: [UInt8]
        let text: [UInt8]

        init(_ text: [UInt8], to question: [UInt8]) {
            self.text = text
            self.question = question
        }
    }

    /// Of two questions in the same place the newer one is kept.
    private static let places = 32
    /// A longer answer, with its question, is evaluated each time.
    private static let mostAnswerBytes = 1_024
    /// A longer context is read each time.
    private static let mostContextBytes = 2_048

    private var circumstances = Circumstances(version: 0, seconds: 0)
    private var context: Context?
    private var answers = [Answer?](repeating: nil, count: places)
    private var answerCount = 0
    /// The last question of each place: one that never comes again is not worth a copy.
    private var asked = [UInt64](repeating: 0, count: places)

    /// The second for which it is valid.
    var seconds: Int64 { circumstances.seconds }

    /// Drops everything unless the circumstances are the same.
    func renew(for current: Circumstances) {
        guard current != circumstances else { return }
        circumstances = current
        context = nil
        guard answerCount > 0 else { return }
        answerCount = 0
        for place in answers.indices {
            answers[place] = nil
        }
    }

    /// The last context, if the client gave it as this text.
    func context(spelt text: Span<UInt8>) -> EvaluationContext? {
        guard let context, context.text.span.hasSameBytes(as: text) else { return nil }
        return context.context
    }

    /// Keeps a context that the client gave as a text.
    func keep(_ context: EvaluationContext, spelt text: Span<UInt8>) {
        guard text.count <= RecentEvaluations.mostContextBytes else { return }
        self.context = Context(text: text.copied, context: context)
    }

    /// Writes the answer to the same question; returns false if there is none.
    func write(answerTo question: Span<UInt8>, to writer: inout JSONWriter) -> Bool {
        guard let answer = answers[place(of: NameHash.of(question))] else { return false }
        let (known, text) = (answer.question, answer.text)
        guard known.span.hasSameBytes(as: question) else { return false }
        writer.raw(text.span, in: text.indices)
        return true
    }

    /// Keeps the answer that a writer has written since it had so many bytes, if the question was asked before.
    func keepAnswer(to question: Span<UInt8>, _ writer: borrowing JSONWriter, since begin: Int) {
        guard question.count + writer.bytes.count - begin <= RecentEvaluations.mostAnswerBytes else { return }
        let hash = NameHash.of(question)
        let place = place(of: hash)
        guard asked[place] == hash else {
            asked[place] = hash
            return
        }
        if answers[place] == nil {
            answerCount += 1
        }
        answers[place] = Answer(writer.bytes.withBytes { $0.extracting(begin...).copied }, to: question.copied)
    }

    private func place(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash % UInt64(RecentEvaluations.places))
    }
}

extension Session {
    /// What is still valid of its recent evaluations.
    func recentEvaluations(_ states: StateVersions) -> RecentEvaluations {
        let current = RecentEvaluations.Circumstances(version: states.version, seconds: states.seconds)
        if let evaluations {
            evaluations.renew(for: current)
            return evaluations
        }
        let first = RecentEvaluations()
        first.renew(for: current)
        evaluations = first
        return first
    }
}
