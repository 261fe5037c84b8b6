import FlagEngine
import JSONCore
import StateCore
import TunerAPI

extension OverrideRecord {
    /// Creates the record of a flag's override; returns nil if the flag has none.
    init?(_ flag: EffectiveFlag) {
        guard let override = flag.override else { return nil }
        self.init()
        switch override.content {
        case .variant(let name): variant = name
        case .value(let value): self.value = value
        }
        origin = (flag.isOverriddenInWorld ? Origin.world : .local).name
        isValid = flag.isOverridden
        end = override.ending?.time.rfc3339
    }
}

extension FlagResult {
    init(_ flag: EffectiveFlag, _ declarer: Actor?, killSwitches: [Description.KillSwitch]) {
        self.init()
        key = flag.definition.key.text
        definition = flag.definition.definition
        origin = flag.origin.name
        override = OverrideRecord(flag)
        self.killSwitches = killSwitches.isEmpty ? nil : killSwitches.map { KillSwitchRecord($0) }
        declaredBy = declarer.map { ActorRecord($0) }
    }
}

extension ListedFlag {
    init(_ flag: EffectiveFlag) {
        self.init()
        let definition = flag.definition
        key = definition.key.text
        type = definition.type.rawValue
        state = definition.state.rawValue
        variants = definition.variants.members.map(\.name)
        defaultVariant = definition.defaultVariantName
        origin = flag.origin.name
        override = OverrideRecord(flag)
        isLimited = flag.isLimited ? true : nil
        summary = definition.summary
    }
}

extension FlagFaultRecord {
    init(_ flag: FaultyFlag) {
        self.init()
        key = flag.name.shortened
        message = "\(flag.fault)"
        path = flag.fault.path.shortened
        line = flag.fault.position.map { Int64($0.line) }
        column = flag.fault.position.map { Int64($0.column) }
    }
}

extension WorldOverrideRecord {
    init(_ key: FlagKey, _ override: StoredOverride) {
        self.init()
        self.key = key.text
        switch override.content {
        case .variant(let name): variant = name
        case .value(let value): self.value = value
        }
    }
}

extension FlagEditRecord {
    /// Creates the record of an edit; returns nil if the edit does not concern a flag.
    init?(_ edit: Edit) {
        switch edit {
        case .definition(let key, let definition):
            self.init()
            self.key = key.text
            isDefined = definition != nil
        case .flagDeclaration(let key, let declaration):
            self.init()
            self.key = key.text
            isDeclared = declaration != nil
        case .override(let key, let override):
            self.init(key, override)
        default: return nil
        }
    }

    /// Returns the records of a commit's edits of flags, up to a limit; nil if there are none.
    static func records(of commit: Commit) -> [FlagEditRecord]? {
        var overridesBefore = commit.overridesBefore.makeIterator()
        var records: [FlagEditRecord] = []
        for edit in commit.flagEdits(atMost: ChangeRecord.limit) {
            guard var record = FlagEditRecord(edit) else { continue }
            if case .override = edit {
                switch overridesBefore.next()??.content {
                case .variant(let name): record.oldVariant = name
                case .value(let value): record.oldValue = value
                case nil: break
                }
            }
            records.append(record)
        }
        return records.isEmpty ? nil : records
    }

    /// Creates the record of an override, or of its reset if `override` is nil.
    init(_ key: FlagKey, _ override: StoredOverride?) {
        self.init()
        self.key = key.text
        switch override?.content {
        case .variant(let name): variant = name
        case .value(let value): self.value = value
        case nil: isReset = true
        }
    }
}
