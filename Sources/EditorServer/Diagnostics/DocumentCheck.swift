import ConsoleCore
import JSONCore
import RPCCore
import SourceEngine
import TunableEngine

/// The check of a document against what the daemon knows of its keys.
struct DocumentCheck {
    unowned let state: EditorState

    /// Returns the remarks about a document, in the order of its text.
    func diagnostics(of document: OpenDocument) -> [DiagnosticRecord] {
        document.uses.flatMap { use in
            let range = document.record(use.keyRange, state.encoding)
            if let tunable = tunable(of: use) {
                return [deprecation(of: use, tunable, range), fault(of: use, tunable, in: document)].compactMap(\.self)
            }
            if let flag = flag(of: use) {
                return [staleness(of: use, flag, in: document, range), fault(of: use, flag, in: document)]
                    .compactMap(\.self)
            }
            return [unknownKey(use, in: document, range)].compactMap(\.self)
        }
    }

    private func tunable(of use: KeyUse) -> LiveTunable? {
        use.subject == .flag ? nil : state.live.tunables[use.key]
    }

    private func flag(of use: KeyUse) -> LiveFlag? {
        use.subject == .tunable ? nil : state.live.flags[use.key]
    }

    private func unknownKey(_ use: KeyUse, in document: OpenDocument, _ range: RangeRecord) -> DiagnosticRecord? {
        guard document.names(use) else { return nil }
        if use.subject == .flag {
            guard state.live.flags.isLoaded else { return nil }
            return DiagnosticRecord("unknown-flag", "there is no flag \(use.key.shown)", range)
        }
        guard let error = state.live.tunables.fault(of: use.key) else { return nil }
        // A program declares its keys when it starts: before that, a key with no similar one is no mistake.
        let severity: DiagnosticRecord.Severity = error.data["nearest"] == nil ? .information : .warning
        return DiagnosticRecord("unknown-key", error.message, range, severity)
    }

    private func deprecation(of use: KeyUse, _ tunable: LiveTunable, _ range: RangeRecord) -> DiagnosticRecord? {
        guard tunable.definition?["deprecated"] == true else { return nil }
        var record = DiagnosticRecord("deprecated", "\(use.key.shown) is deprecated", range, .hint)
        record.tags = [DiagnosticRecord.deprecatedTag]
        return record
    }

    private func staleness(
        of use: KeyUse,
        _ flag: LiveFlag,
        in document: OpenDocument,
        _ range: RangeRecord
    ) -> DiagnosticRecord? {
        guard document.names(use), let value = flag.value,
            let age = StaleFlag.age(of: use.key, in: state)
        else { return nil }
        let shown = JSONText.compact(value).shown
        let message = "\(use.key) has been \(shown) for everybody for \(age.shortWords); replace the call by \(shown)"
        var record = DiagnosticRecord("stale-flag", message, range, .hint)
        record.tags = [DiagnosticRecord.unnecessaryTag]
        return record
    }

    /// Returns the remark about a default that the declaration does not allow.
    private func fault(of use: KeyUse, _ tunable: LiveTunable, in document: OpenDocument) -> DiagnosticRecord? {
        guard let range = use.defaultRange, let literal = document.literal(of: use) else { return nil }
        let fault = tunable.spec.map { $0.fault(in: literal.value) } ?? freeFault(in: literal.value, tunable)
        return fault.map { record($0, of: use, document.record(range, state.encoding)) }
    }

    /// Returns the fault of a default of a key that is not declared: its live value decides the type.
    private func freeFault(in value: JSON, _ tunable: LiveTunable) -> ValueFault? {
        guard tunable.definition == nil, !tunable.isSecret else { return nil }
        return tunable.value.flatMap { FreeKind(of: $0) }?.fault(in: value)
    }

    private func fault(of use: KeyUse, _ flag: LiveFlag, in document: OpenDocument) -> DiagnosticRecord? {
        guard let range = use.defaultRange, let literal = document.literal(of: use) else { return nil }
        let fault = flag.value.flatMap { FreeKind(of: $0) }?.fault(in: literal.value)
        return fault.map { record($0, of: use, document.record(range, state.encoding)) }
    }

    private func record(_ fault: ValueFault, of use: KeyUse, _ range: RangeRecord) -> DiagnosticRecord {
        let code =
            switch fault.kind {
            case .typeMismatch: "type-mismatch"
            case .outOfRange: "out-of-range"
            }
        return DiagnosticRecord(code, fault.sentence(about: use.key), range)
    }
}
