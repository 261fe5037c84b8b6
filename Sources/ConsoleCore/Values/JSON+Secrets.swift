package import JSONCore
import TunableEngine
package import TunerAPI

extension JSON {
    /// A result, with ``JSON/secretMark`` in place of values that the daemon has marked as secret.
    ///
    /// The results of writes have such values, because a program may need them.
    package var hidingSecrets: JSON {
        guard case .object(var result) = self.hidingOwnSecrets else { return self }
        guard case .array(let changes)? = result["changes"], changes.contains(where: { $0["secret"] == true }) else {
            return .object(result)
        }
        result["changes"] = .array(changes.map(\.hidingOwnSecrets))
        return .object(result)
    }

    /// The record of one key or change, without values if it is marked as secret.
    private var hidingOwnSecrets: JSON {
        guard case .object(var record) = self, record["secret"] == true else { return self }
        for name in ["value", "old", "effective"] where record[name] != nil { record[name] = .secretMark }
        return .object(record)
    }
}

extension ChangeRecord {
    /// The change, with ``JSON/secretMark`` in place of its values if it is marked as secret.
    package var hidingSecret: ChangeRecord {
        guard isSecret == true else { return self }
        var shown = self
        shown.value = value.map { _ in .secretMark }
        shown.old = old.map { _ in .secretMark }
        return shown
    }

    /// Whether the daemon has left out the values.
    package var isHidden: Bool { isSecret == true && (value == .secretMark || old == .secretMark) }
}

extension SetResult {
    /// The result, with ``JSON/secretMark`` in place of its values if it is marked as secret.
    package var hidingSecret: SetResult {
        guard isSecret == true else { return self }
        var shown = self
        shown.value = .secretMark
        shown.old = old.map { _ in .secretMark }
        shown.effective = effective.map { _ in .secretMark }
        return shown
    }
}

extension SubscribeResult {
    /// The changes since the last connection, or else the present values as changes.
    package var presentChanges: [ChangeRecord] {
        if let changes { return changes }
        let secrets = Set(secrets ?? [])
        return (values?.entries ?? []).map { entry in
            var change = ChangeRecord()
            (change.key, change.value) = (entry.name, entry.value)
            change.isSecret = secrets.contains(entry.name) ? true : nil
            return change
        }
    }
}
