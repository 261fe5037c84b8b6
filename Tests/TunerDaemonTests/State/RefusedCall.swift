import SystemCore
import TunerAPI

/// A call that fails, and the expected parts of its error.
struct RefusedCall {
    let method: String
    let params: String
    let kind: String
    let data: String
    /// The calls of the same client before this one.
    let after: [String]

    init(_ method: String, _ params: String, _ kind: String, _ data: String = "{}", after: [String] = []) {
        self.method = method
        self.params = params
        self.kind = kind
        self.data = data
        self.after = after
    }

    /// The calls of other connections before all failing calls.
    static let preparation = [
        #"session.hello {"client":"owner"}"#,
        #"tunables.declare {"key":"num","spec":{"type":"number","default":12,"minimum":0,"maximum":40,"step":1}}"#,
        #"tunables.declare {"key":"fixed","spec":{"type":"string","default":"x","readOnly":true}}"#,
        #"tunables.declare {"key":"none","spec":{"type":"integer"}}"#,
        #"flags.declare {"flags":{"beta":{"type":"boolean"}}}"#,
        #"tunables.set {"key":"free","value":1}"#,
        #"tunables.set {"key":"locked.n","value":5}"#,
        #"layers.put {"name":"locker","values":{"locked.a":true,"locked.n":1},"locks":["locked.*"]}"#,
        #"layers.activate {"names":["locker"]}"#,
        #"layers.put {"name":"preset:dark"}"#,
    ]

    /// The calls that put a client into an ended world.
    private static let inEndedWorld = [
        #"worlds.create {"world":"w-0123456789abcdef"}"#, #"worlds.drop {"world":"w-0123456789abcdef"}"#,
    ]
    private static let endedWorld = #"{"world":"w-0123456789abcdef"}"#

    /// The calls in an ended world: they fail before the daemon reads their parameters.
    static let inWorldsThatHaveEnded = API.methods.filter { $0.scope != .daemon }.map { method in
        RefusedCall(method.name.description, "{}", "unknownWorld", endedWorld, after: inEndedWorld)
    }

    static let reading = [
        RefusedCall("tunables.get", #"{"key":"fre"}"#, "unknownKey", #"{"key":"fre","nearest":"free"}"#),
        RefusedCall("tunables.get", #"{"key":"none"}"#, "unknownKey", #"{"key":"none"}"#),
        RefusedCall(
            "tunables.get",
            #"{"key":"free","as":"string"}"#,
            "typeMismatch",
            #"{"expected":"string","value":1}"#
        ),
        RefusedCall(
            "tunables.get",
            #"{"key":"free","as":"string","default":"x","defaultOnMismatch":false}"#,
            "typeMismatch",
            #"{"expected":"string","value":1}"#
        ),
        RefusedCall("tunables.describe", #"{"key":"nowhere"}"#, "unknownKey", #"{"key":"nowhere"}"#),
    ]

    static let trying = [
        RefusedCall("tunables.try", #"{"values":{"num":"x"},"for":9}"#, "typeMismatch", #"{"key":"num"}"#),
        RefusedCall("tunables.try", #"{"values":{"num":99},"for":9}"#, "outOfRange", #"{"key":"num","maximum":40}"#),
        RefusedCall("tunables.try", #"{"values":{"locked.n":1},"for":9}"#, "readOnly", #"{"layer":"locker"}"#),
        RefusedCall(
            "tunables.try",
            #"{"flags":[{"key":"nowhere","value":true}],"for":9}"#,
            "unknownFlag",
            #"{"key":"nowhere"}"#
        ),
        RefusedCall(
            "tunables.try",
            #"{"layer":{"name":"b","schema":{"type":"text"}},"for":9}"#,
            "invalidDefinition"
        ),
        RefusedCall(
            "tunables.try",
            #"{"values":{"pending":2},"for":9}"#,
            "conflict",
            #"{"client":"owner"}"#,
            after: [#"session.hello {"client":"owner"}"#, #"tunables.try {"values":{"pending":1},"for":3600}"#]
        ),
        RefusedCall("tunables.confirm", #"{"try":77777}"#, "conflict", #"{"try":77777}"#),
        RefusedCall("tunables.cancel", #"{"try":77777}"#, "conflict", #"{"try":77777}"#),
    ]

    static let writing = [
        RefusedCall("tunables.set", #"{"key":"fre","value":1,"create":false}"#, "unknownKey", #"{"nearest":"free"}"#),
        RefusedCall(
            "tunables.set",
            #"{"key":"num","value":"x"}"#,
            "typeMismatch",
            #"{"expected":"number","value":"x"}"#
        ),
        RefusedCall(
            "tunables.set",
            #"{"key":"num","value":99}"#,
            "outOfRange",
            #"{"key":"num","value":99,"minimum":0,"maximum":40}"#
        ),
        RefusedCall("tunables.set", #"{"key":"free","value":2,"ifRevision":0}"#, "conflict", #"{"ifRevision":0}"#),
        RefusedCall("tunables.set", #"{"key":"free","value":2,"ifRevision":1}"#, "conflict", #"{"ifRevision":1}"#),
        RefusedCall("tunables.set", #"{"key":"fixed","value":"y"}"#, "readOnly", #"{"key":"fixed"}"#),
        RefusedCall("tunables.set", #"{"key":"locked.n","value":2}"#, "readOnly", #"{"layer":"locker"}"#),

        RefusedCall("tunables.update", #"{"values":{"fre":1},"create":false}"#, "unknownKey", #"{"key":"fre"}"#),
        RefusedCall("tunables.update", #"{"values":{"free":"x","new":1}}"#, "typeMismatch", #"{"key":"free"}"#),
        RefusedCall(
            "tunables.update",
            #"{"values":{"num":99,"fixed":"y"}}"#,
            "outOfRange",
            #"{"faults":[{"kind":"outOfRange","key":"num","maximum":40},{"kind":"readOnly","key":"fixed"}]}"#
        ),
        RefusedCall("tunables.update", #"{"values":{"free":2},"ifRevision":1}"#, "conflict", #"{"key":"free"}"#),
        RefusedCall("tunables.update", #"{"values":{"locked.n":2}}"#, "readOnly", #"{"layer":"locker"}"#),

        RefusedCall("tunables.setAll", #"{"values":{"num":true}}"#, "typeMismatch", #"{"key":"num"}"#),
        RefusedCall("tunables.setAll", #"{"values":{"num":99}}"#, "outOfRange", #"{"key":"num"}"#),
        RefusedCall("tunables.setAll", #"{"values":{"free":2},"ifRevision":1}"#, "conflict", #"{"key":"free"}"#),

        RefusedCall(
            "tunables.import",
            #"{"specs":{"new":{"type":"integer","minimun":1}}}"#,
            "invalidDefinition",
            #"{"key":"new","faults":[{"kind":"invalidDefinition"}]}"#
        ),
        RefusedCall(
            "tunables.import",
            #"{"specs":{"stew.v1.base":{"type":"integer"}}}"#,
            "declarationConflict",
            #"{"key":"stew.v1.base"}"#
        ),
        RefusedCall("tunables.import", #"{"values":{"num":true}}"#, "typeMismatch", #"{"key":"num"}"#),
        RefusedCall("tunables.import", #"{"values":{"num":99}}"#, "outOfRange", #"{"key":"num"}"#),
        RefusedCall("tunables.import", #"{"values":{"free":2},"ifRevision":1}"#, "conflict", #"{"key":"free"}"#),

        RefusedCall("tunables.reset", #"{"key":"free","ifRevision":1}"#, "conflict", #"{"ifRevision":1}"#),
        RefusedCall("tunables.reset", #"{"key":"nowhere"}"#, "unknownKey", #"{"key":"nowhere"}"#),
        RefusedCall("tunables.reset", #"{"key":"locked.n"}"#, "readOnly", #"{"layer":"locker"}"#),

        RefusedCall("tunables.toggle", #"{"key":"nowhere"}"#, "unknownKey", #"{"key":"nowhere"}"#),
        RefusedCall("tunables.toggle", #"{"key":"num"}"#, "typeMismatch", #"{"key":"num","value":12}"#),
        RefusedCall("tunables.toggle", #"{"key":"locked.a"}"#, "readOnly", #"{"layer":"locker"}"#),

        RefusedCall("tunables.step", #"{"key":"none"}"#, "unknownKey", #"{"key":"none"}"#),
        RefusedCall("tunables.step", #"{"key":"fixed"}"#, "typeMismatch", #"{"key":"fixed","value":"x"}"#),
        RefusedCall("tunables.step", #"{"key":"locked.n"}"#, "readOnly", #"{"layer":"locker"}"#),

        RefusedCall(
            "tunables.declare",
            #"{"key":"new","spec":{"type":"number","minimum":5,"maximum":1}}"#,
            "invalidDefinition",
            #"{"key":"new","faults":[{"kind":"invalidDefinition"}]}"#
        ),
        RefusedCall(
            "tunables.declare",
            #"{"key":"num","spec":{"type":"string"}}"#,
            "declarationConflict",
            #"{"key":"num","client":"owner"}"#
        ),
        RefusedCall("tunables.forget", #"{"key":"stew.v1.base"}"#, "declarationConflict", #"{"key":"stew.v1.base"}"#),
        RefusedCall("tunables.forget", #"{"key":"nowhere"}"#, "unknownKey", #"{"key":"nowhere"}"#),
        RefusedCall("tunables.forget", #"{"key":"locked.n"}"#, "readOnly", #"{"layer":"locker"}"#),
    ]

    /// Returns a redo that a declaration made meanwhile does not allow.
    private static func redoing(_ kind: String, _ spec: String) -> RefusedCall {
        let key = "redo.\(kind)"
        let first = #"tunables.update {"values":{"\#(key)":50,"\#(key).too":1}}"#
        let second = #"tunables.update {"values":{"\#(key)":51,"\#(key).too":2}}"#
        return RefusedCall(
            "tunables.redo",
            "{}",
            kind,
            #"{"key":"\#(key)"}"#,
            after: [
                #"session.hello {"client":"\#(key)"}"#, first, second, "tunables.undo {}",
                #"tunables.declare {"key":"\#(key)","spec":\#(spec)}"#,
            ]
        )
    }

    static let restoring = [
        RefusedCall("tunables.undo", "{}", "conflict", after: [#"session.hello {"client":"who did nothing"}"#]),
        RefusedCall(
            "tunables.undo",
            "{}",
            "conflict",
            #"{"operation":"tunables.declare","skip":true}"#,
            after: [
                #"session.hello {"client":"who declared"}"#, #"tunables.set {"key":"undo.a","value":1}"#,
                #"tunables.declare {"key":"undo.b","spec":{"type":"string"}}"#,
            ]
        ),
        RefusedCall("tunables.redo", "{}", "conflict", after: [#"session.hello {"client":"who did nothing"}"#]),
        redoing("outOfRange", #"{"type":"integer","maximum":10}"#),
        redoing("typeMismatch", #"{"type":"string"}"#),
        redoing("readOnly", #"{"type":"integer","readOnly":true}"#),
    ]

    static let ofLayers = [
        RefusedCall("layers.put", #"{"name":"b","values":{"num":"x"}}"#, "typeMismatch", #"{"key":"num"}"#),
        RefusedCall("layers.put", #"{"name":"b","values":{"num":99}}"#, "outOfRange", #"{"key":"num","maximum":40}"#),
        RefusedCall(
            "layers.put",
            #"{"name":"b","values":{"x":1},"schema":{"type":"object","$ref":"y"}}"#,
            "invalidDefinition",
            #"{"faults":[{"kind":"invalidDefinition"}]}"#
        ),
        RefusedCall("layers.activate", #"{"names":["locker","nowhere"]}"#, "unknownLayer", #"{"layer":"nowhere"}"#),
        RefusedCall(
            "layers.activate",
            #"{"names":["lokcer","preset:dakr"]}"#,
            "unknownLayer",
            #"{"faults":[{"layer":"lokcer","nearest":"locker"},{"layer":"preset:dakr","nearest":"preset:dark"}]}"#
        ),
        RefusedCall("layers.get", #"{"name":"nowhere"}"#, "unknownLayer", #"{"layer":"nowhere"}"#),
        RefusedCall("layers.get", #"{"name":"loker"}"#, "unknownLayer", #"{"nearest":"locker"}"#),
        RefusedCall("layers.keep", #"{"name":"nowhere"}"#, "unknownLayer", #"{"layer":"nowhere"}"#),
        RefusedCall("layers.revert", #"{"name":"loker"}"#, "unknownLayer", #"{"nearest":"locker"}"#),
        RefusedCall("layers.remove", #"{"name":"nowhere"}"#, "unknownLayer", #"{"layer":"nowhere"}"#),
        RefusedCall("layers.remove", #"{"name":"lockers"}"#, "unknownLayer", #"{"nearest":"locker"}"#),
    ]

    /// Returns a merge that a declaration made meanwhile does not allow.
    private static func merging(_ kind: String, _ spec: String) -> RefusedCall {
        let key = "merged.\(kind)"
        return RefusedCall(
            "worlds.merge",
            "{}",
            kind,
            #"{"key":"\#(key)"}"#,
            after: [
                "worlds.create {}", #"tunables.set {"key":"\#(key)","value":50}"#,
                #"tunables.declare {"key":"\#(key)","spec":\#(spec)}"#,
            ]
        )
    }

    /// The world of this call only.
    ///
    /// Another world may end late: a child process of another test can keep a copy of a closed client's socket for a
    /// moment.
    private static let existingWorld = #"{"world":"w-fedcba9876543210"}"#

    static let ofWorlds = [
        RefusedCall(
            "worlds.create",
            existingWorld,
            "conflict",
            existingWorld,
            after: ["worlds.create \(existingWorld)"]
        ),
        RefusedCall(
            "worlds.propose",
            #"{"summary":"\#(String(repeating: "x", count: 1_001))"}"#,
            "tooLarge",
            #"{"limit":"summary","maximum":1000,"parameter":"summary","bytes":1001}"#,
            after: ["worlds.create {}"]
        ),
        RefusedCall(
            "worlds.propose",
            #"{"summary":"faster"}"#,
            "conflict",
            #"{"key":"temporary"}"#,
            after: ["worlds.create {}", #"tunables.set {"key":"temporary","value":1,"for":60}"#]
        ),
        RefusedCall(
            "worlds.merge",
            #"{"ifRevision":0}"#,
            "conflict",
            #"{"key":"merged.conflict","ifRevision":0}"#,
            after: [
                "worlds.create {}", #"tunables.set {"key":"merged.conflict","value":50}"#,
                #"tunables.declare {"key":"merged.conflict","spec":{"type":"integer","default":1}}"#,
            ]
        ),
        RefusedCall("worlds.drop", endedWorld, "unknownWorld", endedWorld),
        RefusedCall("worlds.diff", endedWorld, "unknownWorld", endedWorld),
        RefusedCall("worlds.merge", endedWorld, "unknownWorld", endedWorld),
        RefusedCall(
            "worlds.move",
            #"{"pid":\#(Kernel.processID),"world":"w-0123456789abcdef"}"#,
            "unknownWorld",
            endedWorld
        ),
        merging("outOfRange", #"{"type":"integer","maximum":10}"#),
        merging("typeMismatch", #"{"type":"string"}"#),
        merging("readOnly", #"{"type":"integer","readOnly":true}"#),
    ]

    private static let banner =
        #"flags.define {"flags":{"banner":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off"}}}"#

    /// A redo that a removal of the flag made meanwhile does not allow.
    private static let redoingFlag = RefusedCall(
        "tunables.redo",
        "{}",
        "unknownFlag",
        #"{"key":"redone"}"#,
        after: [
            #"session.hello {"client":"redo of flags"}"#, banner.replacing("banner", with: "redone"),
            #"flags.set {"key":"redone","variant":"on"}"#, "tunables.undo {}", #"flags.remove {"key":"redone"}"#,
        ]
    )

    static let ofFlags = [
        RefusedCall("flags.get", #"{"key":"ui.DarkMod"}"#, "unknownFlag", #"{"nearest":"ui.DarkMode"}"#),
        RefusedCall("flags.get", #"{"key":"free"}"#, "unknownFlag", #"{"key":"free","isTunable":true}"#),
        RefusedCall("tunables.get", #"{"key":"ui.DarkMode"}"#, "unknownKey", #"{"isFlag":true}"#),
        RefusedCall(
            "flags.define",
            #"{"flags":{"b":{"state":"ENABLED","variants":{}},"a":{"state":"ON","variants":{"on":1}}}}"#,
            "invalidDefinition",
            #"{"faults":[{"path":"flags/b/variants","line":1},{"path":"flags/a/state","line":1,"value":"ON"}]}"#
        ),
        RefusedCall(
            "flags.declare",
            #"{"flags":{"new":{"type":"boolean"},"other":{"type":"strng"}}}"#,
            "invalidDefinition",
            #"{"key":"other","faults":[{"kind":"invalidDefinition","path":"type","nearest":"string"}]}"#
        ),
        RefusedCall(
            "flags.declare",
            #"{"flags":{"new":{"type":"boolean"},"beta":{"type":"string","default":"x"}}}"#,
            "declarationConflict",
            #"{"key":"beta","client":"owner"}"#
        ),
        RefusedCall(
            "flags.declare",
            #"{"flags":{"ui.DarkMode":{"type":"string","default":"x"}}}"#,
            "declarationConflict",
            #"{"key":"ui.DarkMode"}"#
        ),
        RefusedCall(
            "flags.define",
            #"{"flags":{"beta":{"state":"ENABLED","variants":{"on":1}}},"create":true}"#,
            "conflict",
            #"{"key":"beta"}"#
        ),
        RefusedCall("flags.remove", #"{"key":"nowhere"}"#, "unknownFlag", #"{"key":"nowhere"}"#),
        RefusedCall("flags.set", #"{"key":"nowhere","variant":"on"}"#, "unknownFlag", #"{"key":"nowhere"}"#),
        RefusedCall(
            "flags.set",
            #"{"key":"banner","variant":"onn"}"#,
            "outOfRange",
            #"{"key":"banner","variant":"onn","nearest":"on"}"#,
            after: [banner]
        ),
        RefusedCall(
            "flags.set",
            #"{"key":"banner","value":"on"}"#,
            "typeMismatch",
            #"{"key":"banner","expected":"boolean"}"#,
            after: [banner]
        ),
        RefusedCall("flags.reset", #"{"key":"nowhere"}"#, "unknownFlag", #"{"key":"nowhere"}"#),
        RefusedCall(
            "layers.put",
            #"{"name":"b","flags":{"a":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"off"}}}"#,
            "invalidDefinition",
            #"{"faults":[{"path":"flags/a/defaultVariant","line":1}]}"#
        ),
        RefusedCall(
            "worlds.merge",
            "{}",
            "unknownFlag",
            #"{"key":"merged"}"#,
            after: [
                banner.replacing("banner", with: "merged"), "worlds.create {}",
                #"flags.set {"key":"merged","variant":"on"}"#, #"flags.remove {"key":"merged"}"#,
            ]
        ),
        redoingFlag,
    ]

    static let ofStews = [
        RefusedCall("stew.compute", #"{"weightOz":3}"#, "outOfRange", #"{"parameter":"weightOz","minimum":4}"#),
        RefusedCall("stew.subscribe", #"{"weightOz":129}"#, "outOfRange", #"{"parameter":"weightOz","maximum":128}"#),
    ]

    static let all =
        reading + writing + restoring + ofLayers + ofWorlds + ofFlags + ofStews + trying + inWorldsThatHaveEnded
}
