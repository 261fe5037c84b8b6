import RPCCore
package import SystemCore
package import TunableEngine

/// What a session of an agent may do.
package struct AgentOptions: Sendable {
    /// Where the changes of the agent go.
    package enum Writes: Equatable, Sendable {
        /// The agent changes nothing.
        case none
        /// To a world of the session, until a person accepts a proposal.
        case privateWorld
        /// To a world that another program has created.
        case world(String)
        /// To the shared values, each change as a try that ends after at most so many seconds.
        case shared(seconds: Double)
    }

    /// The name of the agent in the history; nil for the name that the client gives itself.
    package var name: String?
    package var writes = Writes.privateWorld
    /// The world that the session reads in; nil for the shared values.
    package var world: String?
    /// The only keys that the agent can read and write; nil for all.
    package var keys: KeyPatterns?
    /// The words of ``keys`` as the user gave them.
    package var keyWords: [String] = []
    /// The program that runs commands of the agent, with its first arguments; nil if the agent may run none.
    package var commandProgram: [RawText]?
    /// The version of this program.
    package var version = ""
    /// The largest number of bytes in a message.
    package var messageLimit = FramingLimits().message

    package init() {}

    /// Whether the agent may change values.
    package var mayWrite: Bool { writes != .none }
}
