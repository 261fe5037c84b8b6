import JSONCore
import StateCore
import TunableEngine

extension Oracle {
    mutating func drop(_ id: String) {
        (worlds[id], worldOverrides[id]) = (nil, nil)
        proposals.remove(id)
    }

    /// Moves the values of a world to the local values, merged by union where the spec requires it.
    ///
    /// A temporary value keeps its end. Then it restores the world's previous value, or else the lasting local value.
    mutating func merge(_ id: String) throws(Complaint) {
        guard let values = worlds[id] else { throw Complaint("unknownWorld \(id)") }
        worlds[id] = [:]
        let start = self
        var faults: Set<String> = []
        for (key, own) in values {
            do throws(Complaint) {
                let beneath = Stored.lasting(start.local[key])
                var merged = Stored(try start.united(own.value, beneath, key))
                merged.end = own.end
                if own.end != nil {
                    merged.before =
                        if let before = own.before { try start.united(before, beneath, key) } else { beneath }
                }
                local[key] = merged
            } catch {
                faults.formUnion(error.faults)
            }
        }
        do throws(Complaint) {
            try mergeOverrides(id)
        } catch {
            faults.formUnion(error.faults)
        }
        guard faults.isEmpty else { throw Complaint(faults) }
    }

    /// Returns the value to store for a key, merged with the value beneath it by union where the spec requires it.
    private func united(_ value: JSON, _ beneath: JSON?, _ key: Key) throws(Complaint) -> JSON {
        let value = try checked(key, value, WriteOptions(), in: nil)
        guard let spec = declarations[key]?.spec, spec.merge == .union, let beneath = legal(beneath, spec) else {
            return value
        }
        return legal(union([value, beneath]), spec) ?? value
    }
}
