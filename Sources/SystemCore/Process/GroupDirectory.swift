#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where the system keeps its groups: a file, and a program that knows those of LDAP, systemd and other services.
///
/// The C library's `getgrnam` loads modules for those services, and a static program that loads one crashes: the module
/// brings another C library with it. `getent` loads them in a process of its own.
package struct GroupDirectory: Sendable {
    /// The file that is read first.
    package var file = "/etc/group"
    /// Paths of `getent`, of which the first that is a program is asked for what the file does not have.
    package var programs = ["/usr/bin/getent", "/bin/getent"]
    /// How long that program may take: it may ask a server that does not answer.
    package var patience = Duration.seconds(10)

    /// The system's own.
    package init() {}

    /// The number of a group; nil when there is no such group.
    package func id(of name: String) throws(SystemError) -> UInt32? {
        guard !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\n") }) else {
            return nil
        }
        if let id = try idInFile(of: name) { return id }
        // The program would take digits as a group's number, and answer with another group's name.
        guard !name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let program = programs.first(where: { Kernel.isProgram($0) })
        else { return nil }
        return GroupFile.id(of: name, in: try output(of: program, for: name))
    }

    private func idInFile(of name: String) throws(SystemError) -> UInt32? {
        do throws(SystemError) {
            return GroupFile.id(of: name, in: try KernelFileSystem().open(file, .read).readWhole())
        } catch  where error.errno == .noSuchFile {
            return nil
        }
    }

    private func output(of program: String, for name: String) throws(SystemError) -> [UInt8] {
        let nothing = try Kernel.open("/dev/null", .read)
        let pipe = try Kernel.pipe()
        let reading = pipe.first
        let writing = pipe.second
        // The program does not expect a write to fail because the pipe is full.
        try Kernel.setNonBlocking(writing, false)
        let words = ["group", "--", name].map { RawText($0) }
        let pid = try Kernel.startBeside(RawText(path: program), words, reading: nothing, writing: writing)
        _ = try? writing.close()
        defer {
            // Where it has ended, the number is still its own: nobody has waited for it.
            Kernel.send(Signal(SIGKILL), to: pid)
            _ = try? Kernel.waitForEnd(ofChild: pid)
        }
        let deadline = Kernel.monotonicTime() + patience
        var output: [UInt8] = []
        var memory: [1_024 of UInt8] = .init(repeating: 0)
        while output.count < GroupDirectory.longestOutput {
            let rest = PollTimeout.until(deadline, from: Kernel.monotonicTime())
            guard try !Kernel.wait(for: .readable, on: reading, rest).isEmpty else {
                throw SystemError("getent", .timedOut, path: name)
            }
            var span = memory.mutableSpan
            switch try Kernel.read(reading, into: &span) {
            case .bytes(let count): for place in 0..<count { output.append(memory[place]) }
            case .wouldBlock: break
            case .end: return output
            }
        }
        return output
    }

    /// The names of a large group's members may be cut off: the number is before them.
    private static let longestOutput = 1 << 20
}
