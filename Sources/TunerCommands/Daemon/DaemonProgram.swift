import SystemCore

/// The search for the daemon's program.
enum DaemonProgram {
    private static let name = "tunerd"

    /// Returns the path of tunerd beside this program, or else of the first tunerd in `$PATH`.
    static func find() throws(Failure) -> String {
        let folder = Kernel.programPath.map(Path.folder)
        let search = (Kernel.environmentPath("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).compactMap {
            String($0)
        }
        for folder in [folder].compactMap(\.self) + search where Kernel.isProgram("\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw .noProgram(folder)
    }
}
