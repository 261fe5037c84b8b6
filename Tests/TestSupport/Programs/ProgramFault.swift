/// Why a test cannot go on with a program.
package enum ProgramFault: Error {
    /// It should have ended; what it has printed so far.
    case hasNotEnded(output: String, errors: String)
    /// It should serve.
    case hasEnded(Program.Result)
    /// It takes nothing more of what it is given.
    case doesNotRead
}
