import JSONCore
import StateCore
import TunableEngine
import TunerAPI

/// The places that have a value for a key, in order of precedence.
struct DescribedPlaces: StreamedMember {
    private let key: Key
    private var places: ArraySlice<Description.Place>

    init(_ description: Description) {
        // A fault is about the tunable's whole value.
        key = description.tunableKey
        places = description.places[...]
    }

    static var isArray: Bool { true }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        while let place = places.first {
            guard !budget.isFull(writer) else { return false }
            try DescribedPlace(place, of: key).write(to: &writer)
            budget.steps -= 1
            places.removeFirst()
        }
        return true
    }
}
