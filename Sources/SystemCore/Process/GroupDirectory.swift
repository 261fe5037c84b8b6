#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The lookup of groups in the system's file, and then with `getent`, which also knows LDAP, systemd and other
/// services.
///
/// On Linux, the C library's `getgrnam` loads modules for those services. A static program that loads one crashes,
/// because the module brings another C library with it. `getent` loads the modules in its own process. macOS has no
/// `getent` and no static programs: there, `getgrnam_r` asks the directory services.
package struct GroupDirectory: Sendable {
    /// The group file, which is searched first.
    package var file = "/etc/group"
    /// The possible paths of `getent`.
    ///
    /// The first one that is executable is used if the file does not have the group.
    package var programs = ["/usr/bin/getent", "/bin/getent"]
    /// The time limit for `getent`, which may wait for a server that does not respond.
    package var patience = Duration.seconds(10)

    package init() {}

    /// Returns the number of a group; nil if there is no such group.
    package func id(of name: String) throws(SystemError) -> UInt32? {
        guard !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\n") }) else {
            return nil
        }
        if let id = try idInFile(of: name) { return id }
        #if canImport(Darwin)
        return GroupDirectory.idInServices(of: name)
        #else
        // `getent` would take digits as a group number, and return a group with another name.
        guard !name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let program = programs.first(where: { Kernel.isProgram($0) })
        else { return nil }
        return GroupFile.id(of: name, in: try output(of: program, for: name))
        #endif
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
        let pid = try Kernel.spawn(RawText(path: program), words, reading: nothing, writing: writing)
        _ = try? writing.close()
        defer {
            // If the program has ended, its pid is still reserved until the wait.
            Kernel.send(.kill, to: pid)
            _ = try? Kernel.waitForEnd(ofChild: pid)
        }
        let deadline = Kernel.monotonicTime() + patience
        var output: [UInt8] = []
        var memory: [1_024 of UInt8] = .init(repeating: 0)
        while output.count < GroupDirectory.maxOutput {
            let rest = PollTimeout.until(deadline, from: Kernel.monotonicTime())
            guard try !Kernel.wait(for: .readable, on: reading, rest).isEmpty else {
                throw SystemError("getent", .timedOut, path: name)
            }
            var span = memory.mutableSpan
            switch try Kernel.read(reading, into: &span) {
            case .bytes(let count): for index in 0..<count { output.append(memory[index]) }
            case .wouldBlock: break
            case .end: return output
            }
        }
        return output
    }

    /// The limit for the output of `getent`.
    ///
    /// It may cut off the members of a large group, but not the number before them.
    private static let maxOutput = 1 << 20
}

#if canImport(Darwin)
// Not tested on macOS: written from Apple's published sources.
extension GroupDirectory {
    private static func idInServices(of name: String) -> UInt32? {
        var record = unsafe group()
        var found: UnsafeMutablePointer<group>?
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: maxOutput) { buffer in
            let code = unsafe getgrnam_r(name, &record, buffer.baseAddress, buffer.count, &found)
            return unsafe code == 0 && found != nil ? record.gr_gid : nil
        }
    }
}
#endif
