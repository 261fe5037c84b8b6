import Fuzzing
import JSONCore

// After any changes, a document has the same hints, actions, hovers and other features as a new one with the text that a
// second, simple implementation has. When all hints are accepted, no hint is left.
fuzz { text in
    var script = EditingScript([UInt8](text, in: 0..<text.count))
    if let difference = script.difference() { preconditionFailure(difference) }
}
