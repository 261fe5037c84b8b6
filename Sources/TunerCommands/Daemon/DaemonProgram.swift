import SystemCore

/// The search for the daemon's program.
enum DaemonProgram {
    private static let name = "tunerd"

    /// Returns the path of tunerd beside this program, or else of the first tunerd in `$PATH`.
    static func find() throws(Failure) -> String {
        let directory = Kernel.programPath.map(Path.directory)
        let search = (Kernel.environmentPath("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).compactMap {
            String($0)
        }
        for directory in [directory].compactMap(\.self) + search where Kernel.isProgram("\(directory)/\(name)") {
            return "\(directory)/\(name)"
        }
        throw .noProgram(directory)
    }
}
