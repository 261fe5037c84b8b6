package import JSONCore

/// The secret keys among the values of a result, which the gateway shows to nobody.
package struct HiddenKeys {
    private var names: Set<String> = []

    /// Reads `secrets` of a result, which is absent if there are none.
    package init(of result: JSONRange, in text: Span<UInt8>) {
        guard let secrets = result.member("secrets", in: text), secrets.kind == .array else { return }
        var elements = JSONElements(of: secrets)
        while let element = elements.next(in: text) {
            if let name = element.string(in: text) { names.insert(name) }
        }
    }

    var isEmpty: Bool { names.isEmpty }

    /// Returns whether a name of a member is one of the keys.
    func contains(_ name: JSONRange, in text: Span<UInt8>) -> Bool {
        !names.isEmpty && name.string(in: text).map(names.contains) == true
    }

    /// Writes an object by key without the keys.
    func writeValues(_ values: JSONRange, in text: Span<UInt8>, to writer: inout JSONWriter) {
        writer.beginObject()
        var members = JSONMembers(of: values)
        while let (name, value) = members.next(in: text) {
            guard !contains(name, in: text), let key = name.string(in: text) else { continue }
            writer.name(key)
            writer.raw(text, in: value.source)
        }
        writer.endObject()
    }

    /// Writes an array of changes without those of secret keys.
    static func writeChanges(_ changes: JSONRange, in text: Span<UInt8>, to writer: inout JSONWriter) {
        writer.beginArray()
        var elements = JSONElements(of: changes)
        while let change = elements.next(in: text) {
            if change.member("secret", in: text) == nil { writer.raw(text, in: change.source) }
        }
        writer.endArray()
    }
}
