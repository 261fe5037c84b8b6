/// A program in its own process group with an empty input, and the ends of the pipes to which it writes.
@frozen
package struct PipedGroup: ~Copyable {
    /// The pid of the program, which is also the number of the group.
    package let pid: Int32
    /// Readable when the program has ended.
    package var process: Descriptor
    package var output: Descriptor
    package var messages: Descriptor

    /// Starts a program from the search path, as `Kernel.spawnGroup` does.
    package init(_ words: [RawText]) throws(SystemError) {
        let input = try Kernel.open("/dev/null", .read)
        let outputPipe = try Kernel.pipe()
        let messagePipe = try Kernel.pipe()
        // Programs expect blocking streams.
        try Kernel.setNonBlocking(outputPipe.second, false)
        try Kernel.setNonBlocking(messagePipe.second, false)
        let pid = try Kernel.spawnGroup(
            words[0],
            Array(words.dropFirst()),
            reading: input,
            writing: outputPipe.second,
            logging: messagePipe.second
        )
        guard let process = try Kernel.openProcess(pid) else {
            preconditionFailure("a child stays until it is waited for")
        }
        self.pid = pid
        self.process = process
        output = outputPipe.keepFirst()
        messages = messagePipe.keepFirst()
    }
}
