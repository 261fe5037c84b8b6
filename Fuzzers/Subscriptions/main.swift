import Fuzzing
import JSONCore
import TestSupport

// Choices of writes and subscriptions on several connections, of which some read late. What each subscription is sent must add
// up to what its connection reads, without a gap, a repetition or a wrong old value; and nothing may end a connection.
let directory = try TemporaryDirectory()
let daemon = try ServedDaemon(in: directory.path)

fuzz { bytes in
    do {
        var story = Story(Choices([UInt8](bytes, in: 0..<bytes.count)), daemon)
        try story.play()
    } catch {
        fatalError("\(error)")
    }
}
