import ConsoleCore
import JSONCore

/// The parts of a file of values.
struct ExportedParts {
    let values: JSONObject
    /// The stored values that were not valid at the time of the export.
    let invalid: JSONObject
    let specs: JSONObject
    /// The secret keys whose values the export left out.
    let secrets: [String]

    /// Returns whether an object has the form that `export` prints.
    ///
    /// `export` prints `invalid` only together with `values`; without `values`, `invalid` is a key.
    static func isExported(_ object: JSONObject) -> Bool {
        !object.isEmpty && (object["invalid"] == nil || object["values"] != nil)
            && object.members.allSatisfy { member in
                switch (member.name, member.value) {
                case ("values", .object), ("invalid", .object), ("specs", .object), ("revision", .integer): true
                case ("secrets", .array): true
                default: false
                }
            }
    }

    /// Reads the form that `export` prints, or an object of keys and values.
    init(_ object: JSONObject) {
        let isExported = ExportedParts.isExported(object)
        values = isExported ? object.object("values") : object
        invalid = isExported ? object.object("invalid") : JSONObject()
        specs = isExported ? object.object("specs") : JSONObject()
        secrets = isExported ? (object["secrets"]?.elements ?? []).compactMap(\.text) : []
    }
}

extension JSONObject {
    /// Returns a member that is an object, or else an empty object.
    func object(_ name: String) -> JSONObject { self[name]?.object ?? JSONObject() }
}
