private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// The effective one: files are made in its name, and peers see it.
    package static var userID: UInt32 { geteuid() }
    package static var groupID: UInt32 { getegid() }
    package static var processID: Int32 { getpid() }

    /// What the system calls itself, the processor's kind, and the host's name in the network.
    package static var systemNames: (system: String, machine: String, host: String) {
        var names = utsname()
        let answer = unsafe uname(&names)
        precondition(answer == 0, "the system knows its names")
        return (text(in: &names.sysname), text(in: &names.machine), text(in: &names.nodename))
    }

    /// What stands in a field of bytes up to the first zero.
    private static func text<Field>(in field: inout Field) -> String {
        unsafe withUnsafeBytes(of: &field) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Unmaps the pages of the program's code until they are used again: code that only the start needed takes no memory then.
    package static func releaseCode() { csystem_release_code() }

    /// Whether there is a process with this number, of whatever user.
    package static func isProcess(_ pid: Int32) -> Bool {
        pid > 0 && (kill(pid, 0) == 0 || Errno.last == .notPermitted)
    }

    /// A variable of the environment.
    ///
    /// Nobody may change the environment while this runs.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// A variable of the environment that is a path, as ``RawText/path`` spells it.
    ///
    /// Nobody may change the environment while this runs.
    package static func environmentPath(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe RawText(cString: value).path
    }

    /// Takes a variable out of the environment, so that programs we start do not see it.
    ///
    /// Nobody may read or change the environment while this runs.
    package static func removeFromEnvironment(_ name: String) {
        let answer = unsafe unsetenv(name)
        precondition(answer == 0, "a variable has a name without an equals sign")
    }

    /// Gives a variable a value, which programs we start see too.
    ///
    /// Nobody may read or change the environment while this runs.
    package static func setEnvironment(_ name: String, to value: String) throws(SystemError) {
        try check("setenv", path: value)
        _ = try attempt("setenv") { unsafe setenv(name, value, 1) }
    }

    /// Gives a variable a path for its value.
    package static func setEnvironment(_ name: String, toPath path: String) throws(SystemError) {
        try check("setenv", path: path)
        _ = try attempt("setenv") { unsafe path.withPathBytes { unsafe setenv(name, $0, 1) } }
    }

    /// The folder that relative paths begin in; nil where it is gone, or its path is too long.
    package static var currentFolder: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let path = unsafe getcwd(buffer.baseAddress, buffer.count) else { return nil }
            return unsafe RawText(cString: path).path
        }
    }

    /// What the process calls itself; nil when it is gone, or where there is no /proc.
    package static func processName(of pid: Int32) -> String? {
        #if os(Linux)
        guard let descriptor = try? open("/proc/\(pid)/comm", .read) else { return nil }
        guard let bytes = try? KernelFile(descriptor).readWhole(chunk: 64) else { return nil }
        let name = String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
        return name.isEmpty ? nil : name
        #else
        return nil
        #endif
    }

    /// A variable in the environment that a process was started with, where this one may look.
    package static func environmentVariable(_ name: String, of pid: Int32) -> String? {
        #if os(Linux)
        guard let descriptor = try? open("/proc/\(pid)/environ", .read) else { return nil }
        guard let bytes = try? KernelFile(descriptor).readWhole() else { return nil }
        let prefix = Array("\(name)=".utf8)
        for variable in bytes.split(separator: 0) where variable.starts(with: prefix) {
            return String(decoding: variable.dropFirst(prefix.count), as: UTF8.self)
        }
        #endif
        return nil
    }

    /// Lets this process open as many descriptors as it may ask for; returns how many.
    package static func raiseDescriptorLimit() throws(SystemError) -> Int {
        var limit = rlimit()
        _ = try attempt("getrlimit") { unsafe getrlimit(descriptorLimit, &limit) }
        guard limit.rlim_cur < limit.rlim_max else { return Int(clamping: limit.rlim_cur) }
        limit.rlim_cur = limit.rlim_max
        #if !os(Linux)
        // Darwin says "unlimited" and takes no more than this.
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
        #endif
        _ = try attempt("setrlimit") { unsafe setrlimit(descriptorLimit, &limit) }
        return Int(clamping: limit.rlim_cur)
    }
}

#if os(Linux)
private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let descriptorLimit = RLIMIT_NOFILE
#endif
