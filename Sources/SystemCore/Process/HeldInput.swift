/// The standard input of programs that end with it: they end with this process at the latest.
@frozen
package struct HeldInput: ~Copyable {
    private var pipe: DescriptorPair

    package init() throws(SystemError) { pipe = try Kernel.pipe() }

    /// Starts a program that reads the input, and returns its pid; its output and messages go to a descriptor.
    package borrowing func spawn(
        _ program: RawText,
        _ arguments: [String],
        logging log: borrowing Descriptor
    ) throws(SystemError) -> Int32 {
        try Kernel.spawn(program, arguments.map { RawText(path: $0) }, reading: pipe.first, logging: log)
    }

    /// Returns the other end, after the start of all programs; the input ends when it is closed.
    package consuming func hold() -> Descriptor { pipe.keepSecond() }
}
