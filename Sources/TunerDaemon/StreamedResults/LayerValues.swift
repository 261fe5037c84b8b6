import JSONCore
import StateCore
import TunableEngine

/// The values of a layer, by key.
struct LayerValues: StreamedMember {
    private let layer: Layer
    /// The last written key.
    private var last: Key?

    init(of layer: Layer) {
        self.layer = layer
    }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        var stop: Key?
        try layer.visitValues(after: last) { (key, value) throws(JSONNotFinite) in
            writer.name(key: key)
            try writer.value(copy value)
            budget.steps -= 1
            guard budget.isFull(writer) else { return true }
            stop = Key(known: key)
            return false
        }
        last = stop
        return stop == nil
    }
}
