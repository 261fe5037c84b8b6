private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// The effective user ID: it owns the files that this process creates, and peers see it.
    package static var userID: UInt32 { geteuid() }
    package static var groupID: UInt32 { getegid() }
    package static var processID: Int32 { getpid() }

    /// The names of the operating system, of the processor's type and of the host.
    package static var systemNames: (system: String, machine: String, host: String) {
        var names = utsname()
        let result = unsafe uname(&names)
        precondition(result == 0, "the system knows its names")
        return (text(in: &names.sysname), text(in: &names.machine), text(in: &names.nodename))
    }

    /// Returns the text in a field of bytes, up to the first NUL.
    private static func text<Field>(in field: inout Field) -> String {
        unsafe withUnsafeBytes(of: &field) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Unmaps the pages of the program's code, so that code used only at the start needs no memory.
    ///
    /// The kernel maps a page again when it is used.
    package static func releaseCode() { csystem_release_code() }

    /// Returns whether a process with this pid exists, whichever user it belongs to.
    package static func isProcess(_ pid: Int32) -> Bool {
        pid > 0 && (kill(pid, 0) == 0 || Errno.last == .notPermitted)
    }

    /// Returns the value of an environment variable; nil if it is not set.
    ///
    /// No other thread may change the environment during this call.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Returns the value of an environment variable as a path, in the form of ``RawText/path``; nil if it is not set.
    ///
    /// No other thread may change the environment during this call.
    package static func environmentPath(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe RawText(cString: value).path
    }

    /// Removes an environment variable, so that programs started later do not inherit it.
    ///
    /// No other thread may read or change the environment during this call.
    package static func removeFromEnvironment(_ name: String) {
        let result = unsafe unsetenv(name)
        precondition(result == 0, "a variable has a name without an equals sign")
    }

    /// Sets an environment variable, which programs started later inherit.
    ///
    /// No other thread may read or change the environment during this call.
    package static func setEnvironment(_ name: String, to value: String) throws(SystemError) {
        try check("setenv", path: value)
        _ = try attempt("setenv") { unsafe setenv(name, value, 1) }
    }

    /// Sets an environment variable to a path, which may have the form of ``RawText/path``.
    ///
    /// No other thread may read or change the environment during this call.
    package static func setEnvironment(_ name: String, toPath path: String) throws(SystemError) {
        try check("setenv", path: path)
        _ = try attempt("setenv") { unsafe path.withPathBytes { unsafe setenv(name, $0, 1) } }
    }

    /// The current directory; nil if it was removed or its path is too long.
    package static var currentDirectory: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let path = unsafe getcwd(buffer.baseAddress, buffer.count) else { return nil }
            return unsafe RawText(cString: path).path
        }
    }

    /// Returns the name of a process; nil if the process is gone or its name is unknown.
    package static func processName(of pid: Int32) -> String? {
        #if os(Linux)
        guard let descriptor = try? open("/proc/\(pid)/comm", .read) else { return nil }
        guard let bytes = try? KernelFile(descriptor).readWhole(chunk: 64) else { return nil }
        let name = String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
        return name.isEmpty ? nil : name
        #else
        return process(pid)?.name
        #endif
    }

    /// Returns an environment variable that a process was started with; nil if it was not set or cannot be read.
    ///
    /// On systems without /proc, it cannot be read.
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

    /// Returns when a process started, in a unit of the system; nil if the process is gone or may not be seen.
    package static func processStart(of pid: Int32) -> UInt64? {
        #if os(Linux)
        guard let descriptor = try? open("/proc/\(pid)/stat", .read) else { return nil }
        guard let bytes = try? KernelFile(descriptor).readWhole(chunk: 1_024) else { return nil }
        // The second field is a name in parentheses, which may have spaces and parentheses itself. The 22nd is the start.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
        #else
        return process(pid)?.start
        #endif
    }

    /// Raises the limit for open descriptors as far as the system allows, and returns the new limit.
    package static func raiseDescriptorLimit() throws(SystemError) -> Int {
        var limit = rlimit()
        _ = try attempt("getrlimit") { unsafe getrlimit(descriptorLimit, &limit) }
        let raised = raisedLimit(from: UInt64(limit.rlim_cur), to: UInt64(limit.rlim_max), most: mostDescriptors)
        guard raised > UInt64(limit.rlim_cur) else { return Int(clamping: limit.rlim_cur) }
        limit.rlim_cur = rlim_t(raised)
        _ = try attempt("setrlimit") { unsafe setrlimit(descriptorLimit, &limit) }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns the highest limit that a system accepts whose limits are at most `most`; never less than the present one.
    static func raisedLimit(from present: UInt64, to hardLimit: UInt64, most: UInt64) -> UInt64 {
        max(present, min(hardLimit, most))
    }
}

#if os(Linux)
private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
private let mostDescriptors = UInt64.max
#else
// Not tested on macOS: written from Apple's published sources.
private let descriptorLimit = RLIMIT_NOFILE
/// Darwin reports "unlimited", but accepts no higher value than this, and its `poll` no more descriptors.
private let mostDescriptors = UInt64(OPEN_MAX)
#endif
