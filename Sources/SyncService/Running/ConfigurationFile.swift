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

    /// Reads a configuration.
    package static func read(_ path: String) throws(Fault) -> SyncConfiguration {
        let text: [UInt8]
        do throws(SystemError) {
            text = try KernelFileSystem().open(path, .read).readWhole()
        } catch {
            throw .unreadable(path, error)
        }
        return try configuration(text, at: path)
    }

    /// Returns the configuration in a text.
    package static func configuration(_ text: [UInt8], at path: String) throws(Fault) -> SyncConfiguration {
        do throws(ConfigurationFaults) {
            return try SyncConfiguration(text.span)
        } catch {
            throw .faults(error.faults.map { $0.text(of: path.shownWhole) })
        }
    }
}
