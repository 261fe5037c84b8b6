#if canImport(Darwin)
private import CSystem

// Not tested on macOS: written from Apple's published sources.
extension Kernel {
    /// Returns what the kernel knows of a process; nil if the process is gone or belongs to another user.
    static func process(_ pid: Int32) -> (name: String?, start: UInt64, isEnding: Bool)? {
        var found = csystem_process()
        guard unsafe csystem_read_process(pid, &found) == 0 else { return nil }
        let name = unsafe withUnsafeBytes(of: &found.name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return (name.isEmpty ? nil : name, found.start, found.is_ending)
    }
}
#endif
