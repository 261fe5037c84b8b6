import JSONCore
import SystemCore

/// The directory with the programs that a rollout may run as its check.
enum CheckDirectory {
    /// Returns why the programs in a directory must not run; nil if they may.
    ///
    /// A user who may write to the directory could run any program as the user of tunersync.
    static func fault(of path: String) -> String? {
        let status: FileStatus
        do throws(SystemError) {
            status = try Kernel.status(of: path)
        } catch {
            return "the directory \(path.shownWhole) with the checks cannot be read: \(error.errno)"
        }
        guard status.kind == .directory else {
            return "\(path.shownWhole) is \(status.kind.words), not the directory with the checks"
        }
        guard [0, Kernel.userID].contains(status.owner) else {
            return "the directory \(path.shownWhole) with the checks must belong to root or to the user of tunersync"
        }
        guard status.mode & 0o022 == 0 else {
            return "group or others may write to the directory \(path.shownWhole) with the checks; use: chmod go-w "
                + path.shownWhole
        }
        return nil
    }

    /// Returns why a file of the directory cannot run; nil if it can.
    static func fault(ofProgram path: String) -> String? {
        let status: FileStatus
        do throws(SystemError) {
            status = try Kernel.status(of: path)
        } catch {
            return "the check \(path.shownWhole) cannot be read: \(error.errno)"
        }
        guard status.kind == .regular else { return "\(path.shownWhole) is \(status.kind.words), not a program" }
        guard status.mode & 0o022 == 0 else {
            return "group or others may write to the check \(path.shownWhole); use: chmod go-w \(path.shownWhole)"
        }
        guard Kernel.isProgram(path) else {
            return "the check \(path.shownWhole) is not executable; use: chmod +x \(path.shownWhole)"
        }
        return nil
    }
}
