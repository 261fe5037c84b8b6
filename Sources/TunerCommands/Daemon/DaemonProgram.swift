import SystemCore

/// Where the daemon's program is.
enum DaemonProgram {
    private static let name = "tunerd"

    /// The one beside this program, else the first in the search path.
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
