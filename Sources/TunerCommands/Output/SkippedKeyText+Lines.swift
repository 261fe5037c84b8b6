import ConsoleCore
import TunerAPI

extension SkippedKeyText {
    /// Returns a line for standard error about each key.
    static func lines(_ skipped: [SkippedKeyRecord]) -> String {
        skipped.map { "tunerctl: \(sentence(about: $0))\n" }.joined()
    }
}
