package import SystemCore

/// A program that a tool has started, with its children in one process group.
package protocol AgentProgram: AnyObject {
    /// Called with each line of the output.
    var whenLine: (String) -> Void { get set }
    /// Called once when the program has ended, with its exit code and the last lines of its messages.
    var whenEnded: (_ code: Int32, _ messages: String) -> Void { get set }

    /// Asks the program to end.
    func terminate()
}

/// Starts a program with its arguments.
package typealias AgentProgramStart = ([RawText]) throws(SystemError) -> any AgentProgram
