package import SourceEngine
package import SystemCore

/// The directory of a project: the nearest one with a file `.tuner/lsp.json`, or else with `.git`.
package struct ProjectDirectory: Sendable {
    /// Why a project cannot be used.
    package enum Fault: Error {
        case unreadable(SystemError)
        case invalid(path: String, SourceProjectFault)
    }

    /// The largest file that is read, in bytes.
    private static let limit: Int64 = 1 << 20

    /// The absolute path, without a slash at the end; empty for the root.
    private let path: String
    package let project: SourceProject

    /// Finds the project that contains an existing file or directory; without one, the directory itself is the project.
    package init(containing path: String) throws(Fault) {
        let start: String
        do throws(SystemError) {
            let real = try Kernel.realPath(path)
            let isDirectory = try Kernel.status(of: real).kind == .directory
            start = isDirectory ? real : Path.directory(of: real)
        } catch {
            throw .unreadable(error)
        }
        try self.init(above: start)
    }

    /// Finds the project that contains a file, which may not exist yet.
    package init(containingFile path: String) throws(Fault) {
        let file: String
        do throws(SystemError) {
            file = try ProjectDirectory.realPath(ofFile: path)
        } catch {
            throw .unreadable(error)
        }
        try self.init(above: Path.directory(of: file))
    }

    private init(above directory: String) throws(Fault) {
        let directories = ProjectDirectory.parents(of: directory)
        for directory in directories {
            let file = "\(directory)/\(SourceProject.fileName)"
            guard let text = try ProjectDirectory.content(of: file) else { continue }
            do throws(SourceProjectFault) {
                project = try SourceProject(text.span)
            } catch {
                throw .invalid(path: file, error)
            }
            self.path = directory
            return
        }
        let hasRepository = { (directory: String) in (try? Kernel.status(of: "\(directory)/.git")) != nil }
        self.path = directories.first(where: hasRepository) ?? directories[0]
        project = SourceProject()
    }

    /// Returns the path of a file from the project's directory; nil if the file is not in it.
    package func relative(_ path: String) -> String? {
        let real = try? ProjectDirectory.realPath(ofFile: path)
        guard let real, real.utf8.starts(with: "\(self.path)/".utf8) else { return nil }
        return String(decoding: real.utf8.dropFirst(self.path.utf8.count + 1), as: UTF8.self)
    }

    /// Returns the path of a file without symbolic links; the file and its directories may not exist yet.
    private static func realPath(ofFile path: String) throws(SystemError) -> String {
        do throws(SystemError) {
            return try Kernel.realPath(path)
        } catch  where error.errno == .noSuchFile && path != "/" && path != "." {}
        let directory = try realPath(ofFile: Path.directory(of: path))
        return "\(directory == "/" ? "" : directory)/\(Path.name(of: path))"
    }

    /// Returns a directory and those above it, the root last, each without a slash at the end.
    private static func parents(of directory: String) -> [String] {
        var directories: [String] = []
        var next = directory
        while next != "/" {
            directories.append(next)
            next = Path.directory(of: next)
        }
        return directories + [""]
    }

    /// Returns the content of a file; nil if there is none.
    private static func content(of path: String) throws(Fault) -> [UInt8]? {
        do throws(SystemError) {
            let isShort = try Kernel.status(of: path).size <= limit
            guard isShort else { throw SystemError("read", .fileTooLarge, path: path) }
            return try KernelFile(try Kernel.open(path, .read)).readWhole()
        } catch  where error.errno == .noSuchFile || error.errno == .notDirectory {
            return nil
        } catch {
            throw .unreadable(error)
        }
    }
}
