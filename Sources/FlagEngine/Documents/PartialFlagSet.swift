import JSONCore

/// The valid flags of a document, and the faults of the others.
package struct PartialFlagSet: Sendable {
    /// The valid flags.
    package private(set) var flags: FlagSet

    /// The keys of all flags that are left out because of a fault.
    ///
    /// A flag whose name is no valid key is not among them.
    package private(set) var faultyKeys: Set<FlagKey> = []

    /// The number of flags that are left out because of a fault.
    package let faultyCount: Int

    /// The faults in text order, at most ``FlagFaults/limit``.
    package let faulty: [FaultyFlag]

    /// Reads the text of a flagd document, format version 0; a flag that is equal in `old` is taken from there.
    ///
    /// It throws all faults if one of them concerns the document itself: its syntax, `metadata`, `$evaluators`, or a
    /// name that is repeated outside of the flags.
    package init(
        _ text: Span<UInt8>,
        depthLimit: Int = JSON.defaultDepthLimit,
        reusing old: FlagSet = FlagSet()
    ) throws(FlagFaults) {
        if let flags = FlagSet(valid: text, depthLimit: depthLimit, reusing: old) {
            self.flags = flags
            (faultyCount, faulty) = (0, [])
            return
        }
        let document: JSON
        var repeatsNames = false
        do throws(JSONFault) {
            document = try JSON.parse(text, depthLimit: depthLimit, repeatsNames: &repeatsNames)
        } catch {
            var fault = FlagFault(.text(error))
            fault.position = FlagFault.Position(error.position(in: text))
            throw FlagFaults([fault])
        }
        var reader = FlagDocumentReader(document)
        guard repeatsNames || !reader.faults.isEmpty else {
            flags = reader.takeFlags()
            (faultyCount, faulty) = (0, [])
            return
        }
        guard let source = try? JSONSource(text, depthLimit: depthLimit) else {
            preconditionFailure("a text that was read can be read again")
        }
        let owners = source.flagsWithDuplicates(in: text)
        guard reader.faults.allSatisfy({ $0.flagName != nil }), owners.count == source.duplicates.count else {
            throw FlagFaults(located: reader.faults, more: reader.moreFaults, in: text, depthLimit: depthLimit)
        }
        let keys = reader.faultyNames.map { try? FlagKey($0) } + owners.map { try? FlagKey($0) }
        flags = reader.takeFlags()
        for case let key? in keys {
            faultyKeys.insert(key)
            flags.remove(key)
        }
        faultyCount = faultyKeys.count + reader.faultyNames.count { (try? FlagKey($0)) == nil }
        var faulty = source.located(reader.faults, in: text).compactMap { fault in
            fault.flagName.map { FaultyFlag(name: $0, fault: fault) }
        }
        let repeated = source.faultsOfDuplicates(limit: FlagFaults.limit - faulty.count, in: text)
        faulty += zip(owners, repeated).map { FaultyFlag(name: $0, fault: $1) }
        self.faulty = faulty.sorted { ($0.fault.position?.order ?? (0, 0)) < ($1.fault.position?.order ?? (0, 0)) }
    }
}

extension FlagFault {
    /// The name of the flag that contains the fault; nil if the fault concerns the document.
    fileprivate var flagName: String? {
        guard steps.count > 1, steps[0] == .name("flags"), case .name(let name) = steps[1] else { return nil }
        return name
    }
}

extension JSONSource {
    /// Returns the names of the flags that contain, or are, each repeated name.
    ///
    /// The list is shorter than ``duplicates`` if one of them is outside of the flags.
    fileprivate func flagsWithDuplicates(in text: Span<UInt8>) -> [String] {
        guard !duplicates.isEmpty, let parent = node(at: [.name("flags")], in: text),
            let start = nodes.firstIndex(of: parent)
        else { return [] }
        var names: [String] = []
        var rest = duplicates[...]
        var index = start + 1
        while index <= start + parent.descendants {
            let flag = nodes[index]
            if let name = flag.name {
                while let next = rest.first, (name.lowerBound..<flag.value.upperBound).contains(next.again) {
                    names.append(JSONRange(name, in: text).string(in: text) ?? "")
                    rest.removeFirst()
                }
            }
            index += flag.descendants + 1
        }
        return names
    }
}
