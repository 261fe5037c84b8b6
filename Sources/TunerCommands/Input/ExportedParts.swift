import JSONCore

/// What a file of constants holds.
struct ExportedParts {
    let values: JSONObject
    /// The values that could not be set again when they were exported.
    let invalid: JSONObject
    let specs: JSONObject

    /// Whether an object is what `export` prints.
    ///
    /// `export` prints `invalid` only beside `values`; alone it is a key.
    static func isExported(_ object: JSONObject) -> Bool {
        !object.isEmpty && (object["invalid"] == nil || object["values"] != nil)
            && object.members.allSatisfy { member in
                switch (member.name, member.value) {
                case ("values", .object), ("invalid", .object), ("specs", .object), ("revision", .integer): true
                default: false
                }
            }
    }

    /// Tells what `export` prints from an object that has keys and their values for members.
    init(_ object: JSONObject) {
        let isExported = ExportedParts.isExported(object)
        values = isExported ? object.object("values") : object
        invalid = isExported ? object.object("invalid") : JSONObject()
        specs = isExported ? object.object("specs") : JSONObject()
    }
}

extension JSONObject {
    /// The object that a member is; an empty one where it is none.
    func object(_ name: String) -> JSONObject { self[name]?.object ?? JSONObject() }
}
