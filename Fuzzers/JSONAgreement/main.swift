import Fuzzing
import JSONCore

// The tree, the ranges, the source map and the scan in pieces must agree on any bytes, with any depth limit.
fuzz { text in
    let bytes = [UInt8](text, in: 0..<text.count)
    for depthLimit in [3, JSON.defaultDepthLimit] {
        if let disagreement = Disagreement(on: bytes, depthLimit: depthLimit) {
            fatalError("\(disagreement)")
        }
    }
}
