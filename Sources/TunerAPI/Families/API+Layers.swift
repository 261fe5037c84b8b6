package import JSONCore

extension API {
    /// Layers: named sets of values that are replaced as a whole.
    package enum Layers {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [put, keep, revert, remove, activate, list, get]

        /// Replaces a layer.
        package static let put = MethodDeclaration<PutLayerParameters, PutLayerResult>(
            "layers.put",
            .writes,
            .shared,
            "Create or replace a layer, as a whole or not at all.",
            errors: [.typeMismatch, .outOfRange, .invalidDefinition, .unknownKey, .tooLarge, .denied, .storage],
            examples: Example(
                #"{"name":"business","values":{"ui.scale":3},"version":"7","ttl":86400}"#,
                #"{"name":"business","revision":1,"changed":true,"changes":[]}"#
            )
        )

        /// Removes the end of a temporary layer.
        package static let keep = MethodDeclaration<LayerParameters, ChangesResult>(
            "layers.keep",
            .writes,
            .shared,
            "Make a temporary layer permanent; a layer that is not temporary stays as it is.",
            errors: [.unknownLayer, .denied, .storage],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3},"for":600}"#],
                #"{"name":"business"}"#,
                #"{"revision":2,"changed":true,"changes":[]}"#
            )
        )

        /// Ends a temporary layer.
        package static let revert = MethodDeclaration<LayerParameters, ChangesResult>(
            "layers.revert",
            .writes,
            .shared,
            "End a temporary layer now: restore the last layer of the name that was put without for, or remove the layer if there was none.",
            errors: [.unknownLayer, .denied, .storage],
            examples: Example(
                after: [
                    #"layers.put {"name":"business","values":{"ui.scale":3}}"#,
                    #"layers.activate {"names":["business"]}"#,
                    #"layers.put {"name":"business","values":{"ui.scale":4},"for":600}"#,
                ],
                #"{"name":"business"}"#,
                #"{"revision":4,"changed":true,"changes":[{"key":"ui.scale","value":3,"old":4,"origin":"layer:business"}]}"#
            )
        )

        /// Sets the active layers.
        package static let activate = MethodDeclaration<ActivateParameters, ChangesResult>(
            "layers.activate",
            .writes,
            .shared,
            "Set the active layers, in order of precedence.",
            errors: [.unknownLayer, .denied, .storage],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                #"{"names":["business"]}"#,
                #"{"revision":2,"changed":true,"changes":[{"key":"ui.scale","value":3,"origin":"layer:business"}]}"#
            )
        )

        /// Lists the layers.
        package static let list = MethodDeclaration<NoFields, LayerListResult>(
            "layers.list",
            .reads,
            .shared,
            "List the layers: first the active ones, in order of precedence.",
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                "",
                #"{"layers":[{"name":"business","active":false,"age":0.5,"stale":false,"killSwitch":false,"locks":[],"values":1,"flags":0}]}"#
            )
        )

        /// Returns a layer.
        package static let get = MethodDeclaration<LayerParameters, LayerResult>(
            "layers.get",
            .reads,
            .shared,
            "Return the content and the state of a layer.",
            errors: [.unknownLayer],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                #"{"name":"business"}"#,
                #"{"name":"business","values":{"ui.scale":3},"flags":{},"active":false,"age":0.5,"stale":false,"killSwitch":false,"locks":[]}"#
            )
        )

        /// Removes a layer.
        package static let remove = MethodDeclaration<LayerParameters, ChangesResult>(
            "layers.remove",
            .writes,
            .shared,
            "Remove a layer.",
            errors: [.unknownLayer, .denied, .storage],
            examples: Example(
                after: [#"layers.put {"name":"business","values":{"ui.scale":3}}"#],
                #"{"name":"business"}"#,
                #"{"revision":2,"changed":true,"changes":[]}"#
            )
        )
    }
}
