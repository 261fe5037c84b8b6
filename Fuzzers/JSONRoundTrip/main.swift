import Fuzzing
import JSONCore

// A value that is read, written and read again must be equal, and its text must be equal when it is written again.
fuzz { text in
    guard let value = try? JSON.parse(text) else { return }
    let written = value.written
    guard let again = try? JSON.parse(written.span) else { fatalError("what was written is no JSON") }
    precondition(again == value, "what was written reads differently")
    precondition(again.written == written, "what was read is written differently")
}

extension JSON {
    fileprivate var written: [UInt8] {
        var buffer = ByteBuffer()
        do {
            try buffer.append(json: self)
        } catch {
            fatalError("a value that was read cannot be written")
        }
        return [UInt8](buffer)
    }
}
