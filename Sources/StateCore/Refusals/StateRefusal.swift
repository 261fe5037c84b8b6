package import FlagEngine
package import TunableEngine

/// The reason why a mutation was refused.
///
/// The mutation has then changed nothing.
package enum StateRefusal: Error, Sendable {
    /// A kind of item that has a largest count.
    package enum Counted: String, Sendable {
        case keys
        case flags
        case layers
        case worlds
        case proposals
        case killSwitchPatterns
    }

    case unknownKey(Key, nearest: String?)
    /// There is a flag of this name, but no tunable.
    case noTunableButFlag(Key)
    /// The tunable that begins the key is an object, but has no member of this name.
    ///
    /// `nearest` is the path of the most similar member.
    case unknownMember(Key, String, of: String, members: [String], nearest: String?)
    /// The key names a member of a tunable, and the mutation needs a tunable.
    case isMember(Key, of: Key)
    case unknownFlag(FlagKey, nearest: String?)
    /// The flag to create has a definition already.
    case flagExists(FlagKey)
    /// There is a tunable of this name, but no flag.
    case noFlagButTunable(FlagKey)
    /// The override does not fit the flag's definition.
    case override(FlagKey, FlagOverrideFault)
    /// The key is declared without a default, and no origin has a value.
    case noValue(Key)
    /// The daemon is strict and allows only declared keys; `isFlag` is whether there is a flag of that name.
    case undeclared(Key, nearest: String?, isFlag: Bool)
    case value(Key, ValueFault)
    /// A value of a layer violates the layer's own schema, or is missing.
    ///
    /// The schema may name a member that is not a valid key.
    case member(String, ValueFault)
    /// The layer locks the key.
    ///
    /// If `layer` is nil, the key is declared read-only.
    case readOnly(Key, layer: String?)
    case changed(Key, since: Int64, revision: Int64)
    case exists(Key, revision: Int64)
    case changedByOther(Subject, Actor, revision: Int64)
    case nothingToUndo
    /// The operation of the commit can never be undone, or the reasons say why these values cannot be restored.
    ///
    /// `canSkip` is whether an older change can be undone.
    indirect case notUndoable(Commit, because: [StateRefusal], canSkip: Bool)
    case nothingToRedo
    case declaredDifferently(Subject, by: Actor, DeclarationDifference?)
    /// The key is a built-in tunable: clients can neither declare it nor remove its declaration.
    case builtIn(Key)
    /// The key is a built-in flag of this type: clients cannot declare it with another type.
    case builtInFlag(FlagKey, FlagType)
    /// The layer's own schema is invalid.
    case schema(SpecFaults)
    case unknownLayer(String, nearest: String?)
    case layerTwice(String)
    case unknownWorld(String)
    case worldExists(String)
    /// The world waits as a proposal, so no client can be in it.
    case isProposal(String)
    /// The world has a temporary value or override, so it cannot become a proposal.
    case temporary(Subject)
    /// The caller is in a world, which has no tries.
    case tryInWorld(String)
    /// The pending try of another call has the tunable, flag or layer.
    case alreadyTried(String, tryID: Int64, Actor)
    /// No try with this identity is pending; the commit that ended it may be known.
    case unknownTry(Int64, ended: (TryEnd.Outcome, Actor, revision: Int64)?)
    case tooMany(Counted, Int)
    case longKey(Subject, limit: Int)
    case largeValue(Subject, bytes: Int, limit: Int)
    /// The value is nested deeper than the limit, which leaves room for the message that contains the value.
    case deepValue(Subject, limit: Int)
    /// All patterns and reasons of the kill switch together have too many bytes.
    case largeKillSwitch(bytes: Int, limit: Int)
    /// Several independent refusals.
    case several([StateRefusal])

    /// Throws the faults as one refusal if there are any.
    static func check(_ faults: [StateRefusal]) throws(StateRefusal) {
        if faults.count > 1 {
            throw .several(faults)
        }
        if let fault = faults.first {
            throw fault
        }
    }
}
