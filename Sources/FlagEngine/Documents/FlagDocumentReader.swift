import JSONCore

/// A reader of all flags in a document that collects the errors, at most one for each flag.
struct FlagDocumentReader {
    private(set) var faults: [FlagFault] = []
    /// The number of faults that are not in ``faults``.
    private(set) var moreFaults = 0
    /// The names of all faulty flags, in the order of the document.
    private(set) var faultyNames: [String] = []
    private var flags = FlagSet()

    init(_ document: JSON) {
        guard case .object(let object) = document else {
            faults.append(FlagFault(.kind(expected: .object, found: document.kind)))
            return
        }
        let metadata = readMetadata(object)
        let evaluators = readEvaluators(object)
        switch object["flags"] {
        case nil: note(FlagFault(.missing("flags")))
        case .object(let members): readFlags(members, evaluators, metadata)
        case .array: note(FlagFault(.arrayOfFlags, at: [.name("flags")]))
        case let other?: note(FlagFault(.kind(expected: .object, found: other.kind), at: [.name("flags")]))
        }
    }

    /// Returns the flags and leaves none in the reader.
    mutating func takeFlags() -> FlagSet {
        var taken = FlagSet()
        swap(&taken, &flags)
        return taken
    }

    private mutating func readMetadata(_ object: JSONObject) -> JSONObject {
        do throws(FlagFault) {
            return try FlagReader.metadata(object["metadata"])
        } catch {
            note(error)
            return JSONObject()
        }
    }

    private mutating func readEvaluators(_ object: JSONObject) -> EvaluatorTable {
        let step = JSONSource.Step.name("$evaluators")
        switch object["$evaluators"] {
        case nil: break
        case .object(let evaluators):
            let table = EvaluatorTable(evaluators)
            for fault in table.faults {
                note(fault.inside(step))
            }
            return table
        case let other?: note(FlagFault(.kind(expected: .object, found: other.kind), at: [step]))
        }
        return EvaluatorTable()
    }

    private mutating func readFlags(_ members: JSONObject, _ evaluators: EvaluatorTable, _ metadata: JSONObject) {
        flags = FlagSet(capacity: members.count)
        var reader = FlagReader(evaluators: evaluators, metadata: metadata)
        let span = members.members.span
        for index in 0..<span.count {
            do throws(FlagFault) {
                flags.insert(try reader.read(span[index].value, key: FlagDocumentReader.key(span[index].name)))
            } catch {
                faultyNames.append(span[index].name)
                // The path of a fault takes an allocation, so faults beyond the limit are only counted.
                guard faults.count < FlagFaults.limit else {
                    moreFaults += 1
                    continue
                }
                faults.append(error.inside(.name("flags"), .name(span[index].name)))
            }
        }
    }

    static func key(_ name: String) throws(FlagFault) -> FlagKey {
        do throws(FlagKeyFault) {
            return try FlagKey(name)
        } catch {
            throw FlagFault(.key(error))
        }
    }

    private mutating func note(_ fault: FlagFault) {
        if faults.count < FlagFaults.limit {
            faults.append(fault)
        } else {
            moreFaults += 1
        }
    }
}
