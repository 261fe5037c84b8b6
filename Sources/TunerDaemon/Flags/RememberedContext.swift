import FlagEngine
import JSONCore

/// The context that a client gave last, read, and as it was spelt: who asks for many flags gives the same one each time.
final class RememberedContext {
    let context: EvaluationContext
    private let text: [UInt8]

    /// One that takes more is read each time.
    static let mostBytes = 2_048

    init(_ context: EvaluationContext, spelt text: Span<UInt8>) {
        self.context = context
        self.text = text.copied
    }

    /// Whether it is what a client gives now.
    func isSpelt(_ text: Span<UInt8>, at time: Int64) -> Bool {
        let known = self.text
        return context.timestamp == time && known.span.hasSameBytes(as: text)
    }
}
