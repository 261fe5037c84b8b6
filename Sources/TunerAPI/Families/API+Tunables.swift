package import JSONCore

extension API {
    /// Live constants.
    package enum Tunables {
        /// The methods of this file, in the order of the reference.
        static let readingMethods: [any AnyMethodDeclaration] = [
            get, getAll, list, describe, last, history, export, schema,
        ]

        /// Returns the value of a key.
        package static let get = MethodDeclaration<GetParameters, GetResult>(
            "tunables.get",
            .reads,
            .world,
            "Return the value of a key.",
            errors: [.unknownKey, .typeMismatch],
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                #"{"key":"ui.scale"}"#,
                #"{"key":"ui.scale","value":2,"origin":"local","revision":1}"#
            ),
            Example(
                #"{"key":"ui.absent","default":3}"#,
                #"{"key":"ui.absent","value":3,"origin":"none","revision":0}"#
            ),
            Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                #"{"key":"ui.scale","as":"string","default":"2x","defaultOnMismatch":true}"#,
                #"{"key":"ui.scale","value":"2x","origin":"none","revision":1}"#
            )
        )

        /// Returns the values of several keys.
        package static let getAll = MethodDeclaration<PageParameters, GetAllResult>(
            "tunables.getAll",
            .reads,
            .world,
            "Return the values of all or of the matching keys, sorted by key.",
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                #"{"match":"ui.*"}"#,
                #"{"revision":1,"values":{"ui.scale":2}}"#
            )
        )

        /// Lists the tunables.
        package static let list = MethodDeclaration<ListParameters, ListResult>(
            "tunables.list",
            .reads,
            .world,
            "List keys with their values, the origins of the values, and the specs.",
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                #"{"search":"SCALE"}"#,
                #"{"revision":1,"tunables":[{"key":"ui.scale","value":2,"origin":"local","revision":1}]}"#
            )
        )

        /// Returns every detail of a key.
        package static let describe = MethodDeclaration<KeyParameters, DescribeResult>(
            "tunables.describe",
            .reads,
            .world,
            "Describe a key: the value from each origin, the one that wins, and the reasons.",
            errors: [.unknownKey],
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                #"{"key":"ui.scale"}"#,
                #"{"key":"ui.scale","value":2,"origin":"local","revision":1,"layers":[{"origin":"local","value":2,"valid":true,"wins":true}]}"#
            )
        )

        /// Returns the newest commit.
        package static let last = MethodDeclaration<NoFields, LastResult>(
            "tunables.last",
            .reads,
            .shared,
            "Return the last commit, or null.",
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                "",
                #"{"revision":1,"time":"2026-08-06T20:15:00.000Z","actor":{"client":"me","pid":7,"uid":1000},"operation":"tunables.set","changes":[{"key":"ui.scale","value":2,"origin":"local"}]}"#
            )
        )

        /// Returns the newest commits.
        package static let history = MethodDeclaration<HistoryParameters, HistoryResult>(
            "tunables.history",
            .reads,
            .shared,
            "Return the last commits, the newest first.",
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                #"{"limit":1}"#,
                #"{"commits":[{"revision":1,"time":"2026-08-06T20:15:00.000Z","actor":{"client":"me","pid":7,"uid":1000},"operation":"tunables.set","changes":[{"key":"ui.scale","value":2,"origin":"local"}]}]}"#
            )
        )

        /// Returns all local values.
        package static let export = MethodDeclaration<MatchParameters, ExportResult>(
            "tunables.export",
            .reads,
            .shared,
            "Return all set values and declarations, in the form that tunables.import takes.",
            examples: Example(
                after: [#"tunables.set {"key":"ui.scale","value":2}"#],
                "",
                #"{"values":{"ui.scale":2},"specs":{},"revision":1}"#
            )
        )

        /// Returns a JSON schema of all values.
        package static let schema = MethodDeclaration<MatchParameters, SchemaResult>(
            "tunables.schema",
            .reads,
            .shared,
            "Return a JSON Schema (2020-12) for an object of all keys.",
            examples: Example(
                #"{"match":"ui.*"}"#,
                #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}"#
            )
        )
    }
}
