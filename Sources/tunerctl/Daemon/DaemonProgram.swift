import SystemCore

/// Where the daemon's program is.
enum DaemonProgram {
    private static let name = "tunerd"

    /// The one beside this program, else the first in the search path.
    static func find() throws(Failure) -> String {
        let folder = Kernel.programPath?.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let search = (Kernel.environment("PATH") ?? "").split(separator: ":").map(String.init)
        for folder in [folder].compactMap(\.self) + search where Kernel.isProgram("\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw .noProgram(folder)
    }
}
