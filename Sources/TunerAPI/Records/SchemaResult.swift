package import JSONCore

/// The result of `tunables.schema`: a schema by which an editor checks and completes a file of tunables.
///
/// The schema requires no key. Words that only Tuner defines are annotations.
package struct SchemaResult: JSONRecord {
    package static let fields = JSONFieldTable<SchemaResult>([
        .required("$schema", \.dialect, "The version of JSON Schema."),
        .required("type", \.type, "Always object."),
        .required("properties", \.properties, "The schema of each tunable, by key."),
        .optional("additionalProperties", \.allowsOthers, "False if the daemon refuses other keys."),
    ])

    package var dialect = "https://json-schema.org/draft/2020-12/schema"
    package var type = "object"
    package var properties = JSONMap<JSONObject>()
    package var allowsOthers: Bool?

    package init() {}
}
