import Fuzzing
import JSONCore
import StateCore

// Random mutations by several authors, in worlds and outside. Each viewer must receive the exact difference between its
// previous view and its present view.
fuzz { bytes in
    var script = Script(inWorldsChosenBy: [UInt8](bytes, in: 0..<bytes.count))
    var model = ViewModel(rules: script.rules())
    check(model.publish(script.beginning))
    while !script.isUsedUp {
        check(model.publish(script.several(revision: model.state.revision)))
    }
}

private func check(_ faults: [String]) {
    precondition(faults.isEmpty, faults.joined(separator: "\n"))
}
