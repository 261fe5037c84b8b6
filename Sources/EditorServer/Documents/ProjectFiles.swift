import SourceEngine
import SystemCore

/// The files `.tuner/lsp.json` above the documents.
struct ProjectFiles {
    /// The largest file that is read, in bytes.
    private static let sizeLimit: Int64 = 1 << 20

    /// The project of a document, and why its file cannot be used.
    struct Found {
        let reader: UseReader
        var fault: (path: String, text: String)?
    }

    private let files: any FileSystem

    init(_ files: any FileSystem = KernelFileSystem()) { self.files = files }

    /// Reads the file in the nearest directory above a document; without one, the usual rules apply.
    func project(of uri: DocumentURI) -> Found {
        guard let path = uri.path else {
            return Found(reader: UseReader(SourceProject(), path: uri.languagePath))
        }
        var directory = Path.directory(of: path)
        while true {
            let file = directory == "/" ? "/\(SourceProject.fileName)" : "\(directory)/\(SourceProject.fileName)"
            if let bytes = read(file) { return project(bytes, file, path, in: directory) }
            guard directory != "/", Path.isAbsolute(directory) else { break }
            directory = Path.directory(of: directory)
        }
        return Found(reader: UseReader(SourceProject(), path: Path.name(of: path)))
    }

    private func project(_ bytes: [UInt8], _ file: String, _ path: String, in directory: String) -> Found {
        let own = String(decoding: path.utf8.dropFirst(directory == "/" ? 1 : directory.utf8.count + 1), as: UTF8.self)
        do throws(SourceProjectFault) {
            return Found(reader: UseReader(try SourceProject(bytes.span), path: own))
        } catch {
            return Found(reader: UseReader(SourceProject(), path: own), fault: (file, error.description))
        }
    }

    private func read(_ path: String) -> [UInt8]? {
        guard let status = try? files.status(of: path, followingLinks: true), status.kind == .regular,
            status.size <= ProjectFiles.sizeLimit
        else { return nil }
        return try? files.open(path, .read).readWhole()
    }
}
