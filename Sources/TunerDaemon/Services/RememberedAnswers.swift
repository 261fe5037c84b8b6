import JSONCore

/// What a connection was answered lately by one method, by how it asked: who looks at a flag now and again asks with the same
/// bytes each time.
final class RememberedAnswers {
    /// What an answer follows from besides the question.
    struct Circumstances: Equatable {
        /// Which change of the state it was.
        let version: UInt64
        /// Rules may look at the time, in seconds.
        let seconds: Int64
    }

    private final class Answer {
        let question: [UInt8]
        let text: [UInt8]
        let circumstances: Circumstances

        init(_ text: [UInt8], to question: [UInt8], _ circumstances: Circumstances) {
            self.text = text
            self.question = question
            self.circumstances = circumstances
        }
    }

    /// Of two questions that fall to the same place the newer one is remembered.
    private static let places = 32
    /// What is longer is answered anew each time.
    private static let mostBytes = 1_024

    private var answers = [Answer?](repeating: nil, count: places)
    /// The question that fell to each place last: one that never comes again is not worth a copy.
    private var asked = [UInt64](repeating: 0, count: places)

    /// Writes what was answered to the same question in the same circumstances; whether there is any.
    func write(
        answerTo question: Span<UInt8>,
        _ circumstances: Circumstances,
        to writer: inout JSONWriter
    ) -> Bool {
        guard let answer = answers[place(of: NameHash.of(question))], answer.circumstances == circumstances else {
            return false
        }
        let (known, text) = (answer.question, answer.text)
        guard known.span.hasSameBytes(as: question) else { return false }
        writer.raw(text.span, in: text.indices)
        return true
    }

    /// Remembers an answer, if the question has come before.
    func note(_ text: Span<UInt8>, to question: Span<UInt8>, _ circumstances: Circumstances) {
        guard question.count + text.count <= RememberedAnswers.mostBytes else { return }
        let hash = NameHash.of(question)
        let place = place(of: hash)
        guard asked[place] == hash else {
            asked[place] = hash
            return
        }
        answers[place] = Answer(text.copied, to: question.copied, circumstances)
    }

    private func place(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash % UInt64(RememberedAnswers.places))
    }
}

extension RememberedAnswers? {
    /// Remembers the answer that a writer has written since it had so many bytes.
    mutating func note(
        _ writer: borrowing JSONWriter,
        since begin: Int,
        to question: Span<UInt8>,
        _ circumstances: RememberedAnswers.Circumstances
    ) {
        let answers = self ?? RememberedAnswers()
        self = answers
        writer.bytes.withBytes { answers.note($0.extracting(begin...), to: question, circumstances) }
    }
}
