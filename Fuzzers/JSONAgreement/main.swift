import Fuzzing
import JSONCore

// Tree, look, source map and drip must say the same of any bytes, whatever the depth limit.
fuzz { text in
    let bytes = [UInt8](text, in: 0..<text.count)
    for depthLimit in [3, JSON.defaultDepthLimit] {
        if let disagreement = Disagreement(on: bytes, depthLimit: depthLimit) {
            fatalError("\(disagreement)")
        }
    }
}
