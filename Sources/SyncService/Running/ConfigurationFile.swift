import JSONCore
package import SyncEngine
package import SystemCore

/// The file with the configuration.
package enum ConfigurationFile {
    /// A reason why there is no configuration.
    package enum Fault: Error, Equatable {
        case unreadable(String, SystemError)
        /// The lines for a person, one for each fault.
        case faults([String])

        /// The lines for a person.
        package var lines: [String] {
            switch self {
            case .unreadable(let path, let error):
                ["\(path.shownWhole) cannot be read: \(error.errno) (\(error.errno.name))"]
            case .faults(let lines): lines
            }
        }
    }

    /// Returns the path that the service unit uses; nil without a home.
    package static func usualPath(_ environment: (String) -> String?) -> String? {
        if let directory = environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") {
            return "\(directory)/tuner/sync.json"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/.config/tuner/sync.json"
    }

    /// Reads a configuration.
    package static func read(_ path: String) throws(Fault) -> SyncConfiguration {
        try configuration(try text(at: path), at: path)
    }

    /// Checks a configuration, and the files that it names unless only its syntax matters.
    package static func check(_ path: String, onlySyntax: Bool) throws(Fault) {
        let text = try text(at: path)
        let configuration = try configuration(text, at: path)
        guard !onlySyntax else { return }
        let faults = configuration.files.compactMap { file in file.fault.map { (file, $0) } }
        if let faults = ConfigurationFaults(faults, in: text.span) { throw .faults(lines(of: faults, at: path)) }
    }

    private static func text(at path: String) throws(Fault) -> [UInt8] {
        do throws(SystemError) {
            return try KernelFileSystem().open(path, .read).readWhole()
        } catch {
            throw .unreadable(path, error)
        }
    }

    /// Returns the configuration in a text.
    package static func configuration(_ text: [UInt8], at path: String) throws(Fault) -> SyncConfiguration {
        do throws(ConfigurationFaults) {
            return try SyncConfiguration(text.span, host: Kernel.systemNames.host)
        } catch {
            throw .faults(lines(of: error, at: path))
        }
    }

    private static func lines(of faults: ConfigurationFaults, at path: String) -> [String] {
        faults.faults.map { $0.text(of: path.shownWhole) }
    }
}
