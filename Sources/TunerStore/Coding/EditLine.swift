import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// One edit of a commit.
///
/// Exactly one member says which edit it is and what it changes; `limit` and `lift` may occur together.
struct EditLine: JSONRecord {
    package static let fields = JSONFieldTable<EditLine>([
        .optional("set", \.set, "The key of the local value."),
        .optional("value", \.value, "The local value."),
        .optional("end", \.end, "The time when the local value or the override ends, in milliseconds since 1970."),
        .optional("before", \.before, "The local value after that time; absent if there is none."),
        .optional("try", \.tryID, "The pending try that the local value belongs to."),
        .optional("unset", \.unset, "A key whose local value was removed."),
        .optional("declare", \.declare, "A key that was declared."),
        .optional("spec", \.spec, "The spec of the declared key."),
        .optional("declaredBy", \.declaredBy, "The client that made the declaration."),
        .optional("forget", \.forget, "A key whose declaration was removed."),
        .optional("define", \.define, "A flag that was defined."),
        .optional("definition", \.definition, "The definition or declaration of the flag."),
        .optional("removeFlag", \.removeFlag, "A flag whose definition was removed."),
        .optional("declareFlag", \.declareFlag, "A flag that a program declared; its declaration is in definition."),
        .optional("forgetFlag", \.forgetFlag, "A flag whose declaration was removed."),
        .optional("force", \.force, "A flag that got an override."),
        .optional("forced", \.override, "The override of the flag."),
        .optional("release", \.release, "A flag whose override was removed."),
        .optional("layer", \.layer, "A layer that was put."),
        .optional("removeLayer", \.removeLayer, "A layer that was removed."),
        .optional("activate", \.activate, "The active layers."),
        .optional("limits", \.limits, "All entries of the manual kill switch."),
        .optional("limit", \.limit, "A new entry of the manual kill switch."),
        .optional("lift", \.lift, "The patterns that were removed from the manual kill switch."),
        .optional("undone", \.undone, "The commits that were undone."),
        .optional("redone", \.redone, "The commits that were redone."),
        .optional("begin", \.begin, "A try that began with the commit."),
        .optional("finish", \.finish, "The end of a try."),
    ])

    var set: String?
    var value: JSON?
    var end: Int64?
    var before: JSON?
    var tryID: Int64?
    var unset: String?
    var declare: String?
    var spec: JSONObject?
    var declaredBy: DeclarerLine?
    var forget: String?
    var define: String?
    var definition: JSONObject?
    var removeFlag: String?
    var declareFlag: String?
    var forgetFlag: String?
    var force: String?
    var override: OverrideLine?
    var release: String?
    var layer: LayerLine?
    var removeLayer: String?
    var activate: [String]?
    var limits: [KillSwitchLine]?
    var limit: KillSwitchLine?
    var lift: [String]?
    var undone: [Int64]?
    var redone: [Int64]?
    var begin: TryLine?
    var finish: TryEndLine?

    package init() {}
}

extension EditLine {
    /// Creates the line for an edit.
    init(_ edit: Edit) {
        self.init()
        switch edit {
        case .local(let key, let local?):
            set = key.text
            value = local.value
            (end, before, tryID) = (local.storedEnd, local.storedBefore, local.storedTry)
        case .local(let key, nil):
            unset = key.text
        case .declaration(let key, let declaration?):
            declare = key.text
            spec = declaration.spec.definition
            declaredBy = DeclarerLine(declaration.actor, isNamed: declaration.isNamed)
        case .declaration(let key, nil):
            forget = key.text
        case .definition(let key, let definition?):
            define = key.text
            self.definition = definition.definition
        case .definition(let key, nil):
            removeFlag = key.text
        case .flagDeclaration(let key, let declaration?):
            declareFlag = key.text
            definition = declaration.definition.definition
            declaredBy = DeclarerLine(declaration.actor, isNamed: declaration.isNamed)
        case .flagDeclaration(let key, nil):
            forgetFlag = key.text
        case .override(let key, let override?):
            force = key.text
            self.override = OverrideLine(override)
        case .override(let key, nil):
            release = key.text
        case .layer(_, let layer?):
            self.layer = LayerLine(layer)
        case .layer(let name, nil):
            removeLayer = name
        case .activation(let names):
            activate = names
        case .killSwitch(let entries):
            limits = entries.map { KillSwitchLine($0) }
        case .killSwitchEntry(let removed, let added):
            limit = added.map { KillSwitchLine($0) }
            lift = removed.patterns.isEmpty ? nil : removed.texts
        case .undone(let revisions):
            undone = revisions
        case .redone(let revisions):
            redone = revisions
        case .beginTry(let pending):
            begin = TryLine(pending)
        case .endTry(let end):
            finish = TryEndLine(end)
        }
    }

    /// Returns the edit.
    func edit() throws(CodingFault) -> Edit {
        if let set {
            guard let value else { throw .incomplete("set") }
            return .local(try Key(stored: set), LocalValue(stored: value, end: end, before: before, tryID: tryID))
        }
        if let unset {
            return .local(try Key(stored: unset), nil)
        }
        if let declare {
            guard let spec, let declaredBy else { throw .incomplete("declare") }
            return .declaration(try Key(stored: declare), try TunableDeclaration(stored: spec, by: declaredBy))
        }
        if let forget {
            return .declaration(try Key(stored: forget), nil)
        }
        if let edit = try flagEdit() {
            return edit
        }
        if let layer {
            return .layer(layer.name, try layer.layer())
        }
        if let removeLayer {
            return .layer(removeLayer, nil)
        }
        if let activate {
            return .activation(activate)
        }
        if let limits {
            return .killSwitch(try limits.map { (line) throws(CodingFault) in try line.entry() })
        }
        if limit != nil || lift != nil {
            return .killSwitchEntry(
                removed: try KeyPatterns(stored: lift ?? []),
                added: try limit.map { (line) throws(CodingFault) in try line.entry() }
            )
        }
        if let undone {
            return .undone(undone)
        }
        if let redone {
            return .redone(redone)
        }
        if let begin {
            return .beginTry(try begin.pending())
        }
        if let finish {
            return .endTry(try finish.end())
        }
        throw .incomplete("edits")
    }

    private func flagEdit() throws(CodingFault) -> Edit? {
        if let define {
            guard let definition else { throw .incomplete("define") }
            let key = try FlagKey(stored: define)
            return .definition(key, try FlagDefinition.stored(definition, of: key))
        }
        if let removeFlag {
            return .definition(try FlagKey(stored: removeFlag), nil)
        }
        if let declareFlag {
            guard let definition, let declaredBy else { throw .incomplete("declareFlag") }
            let key = try FlagKey(stored: declareFlag)
            return .flagDeclaration(key, try FlagDeclaration(stored: definition, of: key, by: declaredBy))
        }
        if let forgetFlag {
            return .flagDeclaration(try FlagKey(stored: forgetFlag), nil)
        }
        if let force {
            guard let override = override?.override else { throw .incomplete("force") }
            return .override(try FlagKey(stored: force), override)
        }
        if let release {
            return .override(try FlagKey(stored: release), nil)
        }
        return nil
    }
}

extension EditLine {
    func write(to writer: inout JSONWriter) throws(JSONNotFinite) {
        if let set, let value {
            try EditLine.write(set: set, value, end: end, before: before, tryID: tryID, to: &writer)
        } else {
            try writeAsDeclared(to: &writer)
        }
    }

    /// Writes the line of an edit.
    static func write(_ edit: Edit, to writer: inout JSONWriter) throws(JSONNotFinite) {
        guard case .local(let key, let local?) = edit else { return try EditLine(edit).write(to: &writer) }
        try write(
            set: key.text,
            local.value,
            end: local.storedEnd,
            before: local.storedBefore,
            tryID: local.storedTry,
            to: &writer
        )
    }

    /// Writes the line of a local value without creating an ``EditLine``.
    ///
    /// Local values are stored most often, and an ``EditLine`` would take some thousands of instructions more.
    static func write(
        set key: String,
        _ value: JSON,
        end: Int64?,
        before: JSON?,
        tryID: Int64?,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) {
        writer.begin(#"{"set":"#)
        writer.bytes.append(jsonString: key)
        writer.bytes.append(#","value":"#)
        try writer.bytes.append(json: value)
        if let end {
            writer.bytes.append(#","end":"#)
            writer.bytes.append(decimal: end)
        }
        if let before {
            writer.bytes.append(#","before":"#)
            try writer.bytes.append(json: before)
        }
        if let tryID {
            writer.bytes.append(#","try":"#)
            writer.bytes.append(decimal: tryID)
        }
        writer.endObject()
    }
}
