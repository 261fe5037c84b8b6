import SystemCore

/// A program of Tuner that tunerctl starts.
enum ServiceProgram: String {
    case tunerd
    case tunersync
    case tunerweb

    /// Returns the path of the program beside this one, or else of the first one in `$PATH`.
    func find() throws(Failure) -> String {
        let directory = Kernel.programPath.map(Path.directory)
        let paths = ([directory].compactMap(\.self) + Self.searchPath).map { "\($0)/\(rawValue)" }
        if let path = paths.first(where: Kernel.isProgram) { return path }
        throw .noProgram(self, directory)
    }

    /// The directories of `$PATH`.
    static var searchPath: [String] {
        (Kernel.environmentPath("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).compactMap { String($0) }
    }
}
