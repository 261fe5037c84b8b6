package import JSONCore

/// The content of a layer, read from a payload: the parameters of `layers.put` without the name.
package struct LayerPayload: Sendable, Equatable {
    /// A reason why a payload is not the content of a layer, as a sentence.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// How a payload becomes the content of a layer.
    package enum Format: String, Sendable, CaseIterable {
        /// What `layers.put` takes, without the name.
        case layer
        /// A document of flags, as flagd reads it.
        case flagd
        /// One object with keys and values, and a few members with a meaning: see ``FlatPayload``.
        case flat
    }

    package var members: JSONObject

    /// Creates content that was stored.
    package init(stored members: JSONObject) { self.members = members }

    /// Reads a payload in a format.
    package init(_ text: Span<UInt8>, as format: Format) throws(Fault) {
        let value: JSON
        var repeatsNames = false
        do throws(JSONFault) {
            value = try JSON.parse(text, repeatsNames: &repeatsNames)
        } catch {
            throw Fault("the payload is not JSON: \(error.message(in: text))")
        }
        guard !repeatsNames else { throw Fault("the payload has a name twice in one object") }
        guard case .object(let object) = value else {
            throw Fault("the payload must be an object, got \(value.kind.words)")
        }
        switch format {
        case .layer:
            for name in ["name", "dryRun", "piece", "more", "source", "for"] where object[name] != nil {
                throw Fault("the payload must not have the member \(name)")
            }
            guard ["values", "flags", "killSwitch"].contains(where: { object[$0] != nil }) else {
                throw Fault("the payload has neither values nor flags nor killSwitch")
            }
            members = object
        case .flagd:
            guard object["flags"] != nil else { throw Fault("the payload has no member flags") }
            members = JSONObject()
            // An editor's `$schema` is no part of the flags.
            for name in ["flags", "$evaluators", "metadata"] {
                if let value = object[name] { members[name] = value }
            }
        case .flat: members = try FlatPayload.members(of: object)
        }
    }
}
