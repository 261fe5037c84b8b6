extension API.Tunables {
    /// The methods of this file, in the order of the reference.
    static let writingMethods: [any AnyMethodDeclaration] = [
        set, update, setAll, importing, reset, resetAll, toggle, step, declare, forget, undo, redo,
    ]

    /// Sets a value.
    package static let set = MethodDeclaration<SetParameters, SetResult>(
        "tunables.set",
        .writes,
        .world,
        "Set the value of a key.",
        errors: [.unknownKey, .typeMismatch, .outOfRange, .conflict, .readOnly, .denied, .storage],
        examples: Example(
            #"{"key":"ui.scale","value":2}"#,
            #"{"key":"ui.scale","value":2,"revision":1,"changed":true}"#
        )
    )

    /// Sets several values.
    package static let update = MethodDeclaration<UpdateParameters, UpdateResult>(
        "tunables.update",
        .writes,
        .world,
        "Set several values, all or none.",
        errors: [.unknownKey, .typeMismatch, .outOfRange, .conflict, .readOnly, .denied, .storage],
        examples: Example(
            #"{"values":{"ui.scale":3}}"#,
            #"{"revision":1,"changed":true,"changes":[{"key":"ui.scale","value":3,"origin":"local"}]}"#
        )
    )

    /// Replaces all values.
    package static let setAll = MethodDeclaration<SetAllParameters, ReplaceResult>(
        "tunables.setAll",
        .writes,
        .shared,
        "Set these values and reset all other keys, except locked and built-in ones.",
        errors: [.typeMismatch, .outOfRange, .conflict, .denied, .storage],
        examples: Example(
            #"{"values":{"ui.scale":3}}"#,
            #"{"revision":1,"changed":true,"changes":[{"key":"ui.scale","value":3,"origin":"local"}]}"#
        ),
        Example(
            after: [
                #"tunables.setAll {"values":{"ui.scale":3}}"#,
                #"layers.put {"name":"policy","values":{"ui.on":true},"locks":["ui.on"]}"#,
                #"layers.activate {"names":["policy"]}"#,
            ],
            #"{"values":{"ui.scale":4,"ui.on":false}}"#,
            #"{"revision":4,"changed":true,"changes":[{"key":"ui.scale","value":4,"old":3,"origin":"local"}],"left":[{"key":"ui.on","reason":"locked","layer":"policy"}]}"#
        )
    )

    /// Removes the local value of a key.
    package static let reset = MethodDeclaration<ResetParameters, ChangesResult>(
        "tunables.reset",
        .writes,
        .world,
        "Reset a key: remove the value that was set.",
        errors: [.unknownKey, .conflict, .readOnly, .denied, .storage],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#],
            #"{"key":"ui.scale"}"#,
            #"{"revision":2,"changed":true,"changes":[{"key":"ui.scale","old":2}]}"#
        )
    )

    /// Removes all local values.
    package static let resetAll = MethodDeclaration<ResetAllParameters, ResetAllResult>(
        "tunables.resetAll",
        .writes,
        .world,
        "Reset all keys except locked ones; reset a built-in key only if match names it.",
        errors: [.denied, .storage],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#],
            #"{"match":"ui.*"}"#,
            #"{"revision":2,"changed":true,"changes":[{"key":"ui.scale","old":2}]}"#
        )
    )

    /// Sets a boolean to its other value.
    package static let toggle = MethodDeclaration<ToggleParameters, SetResult>(
        "tunables.toggle",
        .writes,
        .world,
        "Flip a boolean, or set the next value of an enum.",
        errors: [.unknownKey, .typeMismatch, .readOnly, .denied, .storage],
        examples: Example(
            after: [#"tunables.set {"key":"ui.on","value":true}"#],
            #"{"key":"ui.on"}"#,
            #"{"key":"ui.on","value":false,"old":true,"revision":2,"changed":true}"#
        )
    )

    /// Changes a number by steps.
    package static let step = MethodDeclaration<StepParameters, SetResult>(
        "tunables.step",
        .writes,
        .world,
        "Move a number by steps, up to the ends of its range.",
        errors: [.unknownKey, .typeMismatch, .readOnly, .denied, .storage],
        examples: Example(
            after: [
                #"tunables.declare {"key":"ui.radius","spec":{"type":"number","default":12,"minimum":0,"maximum":40}}"#
            ],
            #"{"key":"ui.radius","by":-2}"#,
            #"{"key":"ui.radius","value":10,"old":12,"revision":2,"changed":true}"#
        )
    )

    /// Declares keys.
    package static let declare = MethodDeclaration<DeclareParameters, DeclareResult>(
        "tunables.declare",
        .writes,
        .shared,
        "Declare one or several tunables, all or none; repeating a declaration changes nothing.",
        errors: [.invalidDefinition, .declarationConflict, .denied, .storage],
        examples: Example(
            #"{"key":"ui.radius","spec":{"type":"number","default":12,"minimum":0,"maximum":40}}"#,
            #"{"key":"ui.radius","revision":1,"changed":true}"#
        ),
        Example(
            after: [
                #"tunables.declare {"key":"ui.radius","spec":{"type":"number","default":12,"minimum":0,"maximum":40}}"#
            ],
            #"{"specs":{"ui.on":{"type":"boolean","default":true}}}"#,
            #"{"revision":2,"changed":true}"#
        ),
        Example(
            after: [#"tunables.set {"key":"ui.width","value":500}"#],
            #"{"key":"ui.width","spec":{"type":"number","default":300,"maximum":400}}"#,
            #"{"key":"ui.width","revision":2,"changed":true,"invalid":[{"key":"ui.width","message":"ui.width must be at most 400, got 500"}]}"#
        )
    )

    /// Removes every trace of a key.
    package static let forget = MethodDeclaration<KeyParameters, ChangesResult>(
        "tunables.forget",
        .writes,
        .shared,
        "Remove the value and the declaration of a key.",
        errors: [.unknownKey, .readOnly, .declarationConflict, .denied, .storage],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#],
            #"{"key":"ui.scale"}"#,
            #"{"revision":2,"changed":true,"changes":[{"key":"ui.scale","old":2}]}"#
        )
    )

    /// Undoes a change.
    package static let undo = MethodDeclaration<UndoParameters, UndoResult>(
        "tunables.undo",
        .writes,
        .shared,
        "Undo the newest change by the same user and client, or by anyone.",
        errors: [.conflict, .denied, .storage],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#],
            "",
            #"{"revision":2,"changes":[{"key":"ui.scale","old":2}],"undone":[1]}"#
        ),
        Example(
            after: [
                #"tunables.set {"key":"ui.scale","value":2}"#,
                #"flags.killSwitch {"on":true,"match":"net.*"}"#,
            ],
            #"{"skip":true}"#,
            #"{"revision":3,"changes":[{"key":"ui.scale","old":2}],"undone":[1]}"#
        )
    )

    /// Redoes the last undone change.
    package static let redo = MethodDeclaration<RedoParameters, UndoResult>(
        "tunables.redo",
        .writes,
        .shared,
        "Redo the last undone change.",
        errors: [.conflict, .outOfRange, .typeMismatch, .readOnly, .unknownFlag, .denied, .storage],
        examples: Example(
            after: [#"tunables.set {"key":"ui.scale","value":2}"#, #"tunables.undo"#],
            "",
            #"{"revision":3,"changes":[{"key":"ui.scale","value":2,"origin":"local"}],"undone":[1]}"#
        )
    )

    /// Imports a file.
    package static let importing = MethodDeclaration<ImportParameters, ReplaceResult>(
        "tunables.import",
        .writes,
        .shared,
        "Declare keys, then set values, in one commit; keys that are not named stay as they are.",
        errors: [
            .invalidDefinition, .declarationConflict, .typeMismatch, .outOfRange, .conflict, .denied, .storage,
        ],
        examples: Example(
            #"{"values":{"ui.scale":3}}"#,
            #"{"revision":1,"changed":true,"changes":[{"key":"ui.scale","value":3,"origin":"local"}]}"#
        )
    )
}
