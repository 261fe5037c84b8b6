/// Changes of feature flags.
extension API.Flags {
    /// The methods of this file, in the order of the reference.
    static let writingMethods: [any AnyMethodDeclaration] = [declare, define, remove, set, reset, killSwitch]

    /// Declares flags.
    package static let declare = MethodDeclaration<DeclareFlagsParameters, DeclareFlagsResult>(
        "flags.declare",
        .writes,
        .shared,
        "Declare the flags of a program, all or none; every other definition of a flag wins over its declaration.",
        errors: [.invalidDefinition, .declarationConflict, .tooLarge, .denied, .storage],
        examples: Example(
            #"{"flags":{"ui.beta":{"type":"boolean","default":false,"description":"Show the new menu."}}}"#,
            #"{"revision":1,"changed":true}"#
        ),
        Example(
            after: [
                #"flags.declare {"flags":{"ui.beta":{"type":"boolean","default":false,"description":"Show the new menu."}}}"#
            ],
            #"{"flags":{"theme":{"variants":{"day":"day","night":"night"},"default":"night"}}}"#,
            #"{"revision":2,"changed":true}"#
        )
    )

    /// Defines flags.
    package static let define = MethodDeclaration<DefineParameters, DefineResult>(
        "flags.define",
        .writes,
        .shared,
        "Define the flags of a document in flagd's format, by default all or none; other definitions stay.",
        errors: [.invalidDefinition, .conflict, .tooLarge, .denied, .storage],
        examples: Example(
            #"{"flags":{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}}}"#,
            #"{"revision":1,"changed":true}"#
        ),
        Example(
            after: [
                #"flags.define {"flags":{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}}}"#
            ],
            #"{"flags":{"banner":{"state":"ENABLED","variants":{"on":true}},"sale":{"variants":{"on":true}}},"partial":true}"#,
            #"{"revision":2,"changed":true,"faulty":1,"faults":[{"key":"sale","message":"line 1, column 149: flags/sale has no state","path":"flags/sale","line":1,"column":149}]}"#
        )
    )

    /// Removes a flag.
    package static let remove = MethodDeclaration<FlagParameters, FlagWriteResult>(
        "flags.remove",
        .writes,
        .shared,
        "Remove the definition of a flag, or else its declaration; if that leaves no flag, also remove the override.",
        errors: [.unknownFlag, .denied, .storage],
        examples: Example(
            after: [#"flags.define {"flags":{"banner":{"state":"ENABLED","variants":{"on":true}}}}"#],
            #"{"key":"banner"}"#,
            #"{"key":"banner","revision":2,"changed":true}"#
        )
    )

    /// Overrides a flag with a variant or a value.
    package static let set = MethodDeclaration<SetFlagParameters, FlagWriteResult>(
        "flags.set",
        .writes,
        .world,
        "Override a flag with one of its variants, or with a value of their type.",
        errors: [.unknownFlag, .typeMismatch, .outOfRange, .tooLarge, .denied, .storage],
        examples: Example(
            #"{"key":"ui.DarkMode","variant":"on"}"#,
            #"{"key":"ui.DarkMode","revision":1,"changed":true}"#
        ),
        Example(
            after: [#"flags.set {"key":"ui.DarkMode","variant":"on"}"#],
            #"{"key":"ui.DarkMode","value":true,"for":60}"#,
            #"{"key":"ui.DarkMode","revision":2,"changed":true}"#
        )
    )

    /// Ends the override of a flag.
    package static let reset = MethodDeclaration<FlagParameters, FlagWriteResult>(
        "flags.reset",
        .writes,
        .world,
        "Remove the override of a flag.",
        errors: [.unknownFlag, .denied, .storage],
        examples: Example(
            after: [#"flags.set {"key":"ui.DarkMode","variant":"on"}"#],
            #"{"key":"ui.DarkMode"}"#,
            #"{"key":"ui.DarkMode","revision":2,"changed":true}"#
        )
    )

    /// Turns a kill switch on or off.
    package static let killSwitch = MethodDeclaration<KillSwitchParameters, ChangesResult>(
        "flags.killSwitch",
        .writes,
        .shared,
        "Limit flags and tunables to their defaults, or lift that limit.",
        errors: [.denied, .storage],
        examples: Example(
            after: [
                #"tunables.declare {"key":"ui.scale","spec":{"type":"integer","default":1}}"#,
                #"tunables.set {"key":"ui.scale","value":2}"#,
            ],
            #"{"on":true,"match":"ui.*","reason":"storm"}"#,
            #"{"revision":3,"changed":true,"changes":[{"key":"ui.scale","value":1,"old":2,"origin":"limited"}]}"#
        )
    )
}
