import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension EditLine {
    /// The edit as it is written down; `actor` made the commit, and so declared what it declares.
    init(_ edit: Edit) {
        self.init()
        switch edit {
        case .local(let key, let local?):
            set = key.text
            value = local.value
            end = local.override?.end.milliseconds
            before = local.override?.before
        case .local(let key, nil):
            unset = key.text
        case .declaration(let key, let declaration?):
            declare = key.text
            spec = declaration.spec.definition
            declaredBy = DeclarerLine(declaration)
        case .declaration(let key, nil):
            forget = key.text
        case .definition(let key, let definition?):
            define = key.text
            self.definition = definition.definition
        case .definition(let key, nil):
            removeFlag = key.text
        case .forced(let key, let forced?):
            force = key.text
            self.forced = ForcedLine(forced)
        case .forced(let key, nil):
            release = key.text
        case .layer(_, let layer?):
            self.layer = LayerLine(layer)
        case .layer(let name, nil):
            removeLayer = name
        case .activation(let names):
            activate = names
        case .limits(let limits):
            self.limits = limits.map { LimitLine($0) }
        case .limit(let removed, let added):
            limit = added.map { LimitLine($0) }
            lift = removed.patterns.isEmpty ? nil : removed.texts
        case .undone(let revisions):
            undone = revisions
        case .redone(let revisions):
            redone = revisions
        }
    }

    /// The edit that was written down.
    func edit() throws(CodingFault) -> Edit {
        if let set {
            guard let value else { throw .incomplete("set") }
            return .local(try Key(stored: set), LocalValue(stored: value, end: end, before: before))
        }
        if let unset {
            return .local(try Key(stored: unset), nil)
        }
        if let declare {
            guard let spec, let declaredBy else { throw .incomplete("declare") }
            return .declaration(try Key(stored: declare), try Declaration(stored: spec, by: declaredBy))
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
            return .limits(try limits.map { (line) throws(CodingFault) in try line.limit() })
        }
        if limit != nil || lift != nil {
            return .limit(
                removed: try KeyPatterns(stored: lift ?? []),
                added: try limit.map { (line) throws(CodingFault) in try line.limit() }
            )
        }
        if let undone {
            return .undone(undone)
        }
        if let redone {
            return .redone(redone)
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
        if let force {
            guard let forced = forced?.forced else { throw .incomplete("force") }
            return .forced(try FlagKey(stored: force), forced)
        }
        if let release {
            return .forced(try FlagKey(stored: release), nil)
        }
        return nil
    }
}
