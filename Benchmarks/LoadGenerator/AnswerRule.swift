/// What every answer must look like: a fast error is no fast answer.
///
/// An answer ends with a newline, in RESP's simple strings as in lines of JSON.
package struct AnswerRule: Sendable {
    /// Every answer begins so.
    package let beginning: [UInt8]
    /// Every answer ends so, the newline included.
    package let ending: [UInt8]
    /// Stands in no answer; empty for nothing.
    package let forbidden: [UInt8]

    /// Makes a rule of texts.
    package init(beginning: String = "", ending: String = "\n", forbidden: String = "") {
        precondition(ending.utf8.last == UInt8(ascii: "\n"), "an answer ends with a newline")
        self.beginning = Array(beginning.utf8)
        self.ending = Array(ending.utf8)
        self.forbidden = Array(forbidden.utf8)
    }

    /// Whether these bytes are one good answer and nothing else.
    package func accepts(_ bytes: Span<UInt8>) -> Bool {
        let reader = AnswerReader(self)
        var answers = 0
        var good = 0
        let used = reader.read(bytes) { _, isGood in
            answers += 1
            good += isGood ? 1 : 0
        }
        return used == bytes.count && answers == 1 && good == 1 && !reader.findsForbidden(in: bytes, upTo: used)
    }
}
