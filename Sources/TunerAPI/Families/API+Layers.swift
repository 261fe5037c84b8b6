package import JSONCore

extension API {
    /// Named sets of values that arrive whole.
    package enum Layers {
        /// The methods of this file, in the order in which people read about them.
        static let methods: [any AnyMethodDeclaration] = [put, remove, activate, list, get]

        /// A whole layer.
        package static let put = MethodDeclaration<PutLayerParameters, PutLayerResult>(
            "layers.put",
            .writes,
            .shared,
            "Takes a layer whole in the place of the one before, or refuses it whole.",
            errors: [.typeMismatch, .outOfRange, .invalidDefinition, .unknownKey, .tooLarge, .denied, .storage],
            examples: Example(
                #"{"name":"business","values":{"ui.scale":3},"version":"7","ttl":86400}"#,
                #"{"name":"business","revision":1,"changed":true,"changes":[]}"#
            )
        )

        /// Which layers count.
        package static let activate = MethodDeclaration<ActivateParameters, ChangesResult>(
            "layers.activate",
            .writes,
            .shared,
            "Says which layers count, the first first.",
            errors: [.unknownLayer, .denied, .storage],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                #"{"names":["business"]}"#,
                #"{"revision":2,"changed":true,"changes":[{"key":"ui.scale","value":3,"origin":"layer:business"}]}"#
            )
        )

        /// What layers there are.
        package static let list = MethodDeclaration<NoFields, LayerListResult>(
            "layers.list",
            .reads,
            .shared,
            "Lists the layers, the active ones first, in their order.",
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                "",
                #"{"layers":[{"name":"business","active":false,"age":0.5,"stale":false,"killSwitch":false,"locks":[],"values":1,"flags":0}]}"#
            )
        )

        /// One layer.
        package static let get = MethodDeclaration<LayerParameters, LayerResult>(
            "layers.get",
            .reads,
            .shared,
            "Answers what was put, and how it fares.",
            errors: [.unknownLayer],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                #"{"name":"business"}"#,
                #"{"name":"business","values":{"ui.scale":3},"flags":{},"active":false,"age":0.5,"stale":false,"killSwitch":false,"locks":[]}"#
            )
        )

        /// No such layer.
        package static let remove = MethodDeclaration<LayerParameters, ChangesResult>(
            "layers.remove",
            .writes,
            .shared,
            "Takes a layer away.",
            errors: [.unknownLayer, .denied, .storage],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                #"{"name":"business"}"#,
                #"{"revision":2,"changed":true,"changes":[]}"#
            )
        )
    }
}
