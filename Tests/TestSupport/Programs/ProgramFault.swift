/// An error that prevents a test from using a program.
package enum ProgramFault: Error {
    /// The program has not ended in time; the values are its output so far.
    case hasNotEnded(output: String, errors: String)
    /// The program has not printed what a test waits for; the values are its output so far.
    case hasNotPrinted(output: String, errors: String)
    /// The program has ended but should still run.
    case hasEnded(Program.Result)
    /// The program does not read its input.
    case doesNotRead
}
