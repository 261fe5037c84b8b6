import SourceEngine
import SourceFiles
import SystemCore

/// The files `.tuner/lsp.json` above the documents.
struct ProjectFiles {
    /// The project of a document, and why its file cannot be used.
    struct Found {
        let reader: UseReader
        var fault: (path: String, text: String)?
    }

    /// Reads the project of a document; without one, or with a wrong file, the usual rules apply.
    func project(of uri: DocumentURI) -> Found {
        guard let path = uri.path, Path.isAbsolute(path) else {
            return Found(reader: UseReader(SourceProject(), path: uri.languagePath))
        }
        let usual = UseReader(SourceProject(), path: Path.name(of: path))
        do throws(ProjectDirectory.Fault) {
            let directory = try ProjectDirectory(containingFile: path)
            return Found(reader: UseReader(directory.project, path: directory.relative(path) ?? Path.name(of: path)))
        } catch {
            switch error {
            case .unreadable: return Found(reader: usual)
            case .invalid(let file, let fault): return Found(reader: usual, fault: (file, fault.description))
            }
        }
    }
}
