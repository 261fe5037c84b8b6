import FlagEngine
import JSONCore
import StateCore

/// The definitions of a layer's flags, by key.
struct LayerFlags: StreamedMember {
    /// The definitions that are not written yet, the next one first.
    private var left: ArraySlice<FlagDefinition>

    init(of layer: Layer) {
        left = layer.flags.definitions[...]
    }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while let definition = left.popFirst() {
            writer.name(definition.key.text)
            try writer.value(.object(definition.definition))
            budget.steps -= 1
            if budget.isFull(writer) {
                return left.isEmpty
            }
        }
        return true
    }
}
