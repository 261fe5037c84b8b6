import Fuzzing
import JSONCore
import SystemCore
import TestSupport

// Random writes and subscriptions on several connections, of which some read late. A subscription's notifications must
// add up to the values that its connection reads, without a gap, a repetition or a wrong old value. No connection ends.
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
