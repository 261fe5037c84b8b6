package import FlagEngine
package import TunableEngine

/// Why a mutation was refused; nothing has changed then.
package enum StateRefusal: Error, Sendable {
    /// What there may be only so many of.
    package enum Counted: String, Sendable {
        case keys
        case flags
        case layers
        case worlds
        case killSwitchPatterns
    }

    case unknownKey(Key, nearest: String?)
    /// There is a flag of this name, and no tunable.
    case noTunableButFlag(Key)
    case unknownFlag(FlagKey, nearest: String?)
    /// There is a tunable of this name, and no flag.
    case noFlagButTunable(FlagKey)
    /// A flag cannot be forced so.
    case override(FlagKey, FlagOverrideFault)
    /// The key is declared without a default, and nothing was set.
    case noValue(Key)
    /// Only declared keys are allowed.
    case undeclared(Key, nearest: String?)
    case value(Key, ValueFault)
    /// A value breaks the schema that came with it, or is missing; the schema may name what is no key.
    case member(String, ValueFault)
    /// A layer has the last word, or the declaration says so.
    case readOnly(Key, layer: String?)
    case changed(Key, since: Int64, revision: Int64)
    case exists(Key, revision: Int64)
    case changedByOther(Subject, Actor, revision: Int64)
    case nothingToUndo
    case nothingToRedo
    case declaredOtherwise(Key, by: Actor)
    /// What Tuner itself declares is nobody's to declare or to forget.
    case builtIn(Key)
    /// A layer's own schema cannot be used.
    case schema(SpecFaults)
    case unknownLayer(String, nearest: String?)
    case layerTwice(String)
    case unknownWorld(String)
    case worldExists(String)
    case tooMany(Counted, Int)
    case longKey(Subject, limit: Int)
    case largeValue(Subject, bytes: Int, limit: Int)
    /// More arrays and objects stand inside each other than a message that tells of the value could hold.
    case deepValue(Subject, limit: Int)
    /// The patterns and reasons of the kill switch have too many bytes together.
    case largeKillSwitch(bytes: Int, limit: Int)
    /// Several, each about something else.
    case several([StateRefusal])

    /// Throws what was found, if anything was.
    static func check(_ faults: [StateRefusal]) throws(StateRefusal) {
        if faults.count > 1 {
            throw .several(faults)
        }
        if let fault = faults.first {
            throw fault
        }
    }
}
