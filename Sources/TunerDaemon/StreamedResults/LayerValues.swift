import JSONCore
import StateCore
import TunableEngine

/// The values of a layer, by key.
struct LayerValues: StreamedMember {
    private let layer: Layer
    private let isHidden: (Span<UInt8>) -> Bool
    /// The last written key.
    private var last: Key?

    init(of layer: Layer, hiding isHidden: @escaping (Span<UInt8>) -> Bool) {
        self.isHidden = isHidden
        self.layer = layer
    }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        var stop: Key?
        try layer.visitValues(after: last) { (key, value) throws(JSONNotFinite) in
            writer.name(key: key)
            try writer.value(isHidden(key) ? .secretMark : copy value)
            budget.steps -= 1
            guard budget.isFull(writer) else { return true }
            stop = Key(known: key)
            return false
        }
        last = stop
        return stop == nil
    }
}
