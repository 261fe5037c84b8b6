package import SystemCore

/// The file with the long-lived token, which only its user can read.
package enum TokenFile {
    /// The reason why a file cannot be the token file.
    package enum Fault: Error, Equatable, Sendable {
        case failed(SystemError)
        /// The path is the path of a directory, a link or another special file.
        case isNoFile(FileStatus.Kind)
        /// Other users can change the directory of the file.
        case directory(String, DirectoryFault)
        /// The file belongs to another user.
        case belongs(to: UInt32)
        /// Other users have access to the file.
        case isOpen(mode: UInt32)
        /// The content is no token: it is too short, too long, or has other characters than visible ASCII.
        case content
    }

    /// The limits for the characters of a token.
    package static let length = 32...512

    /// Returns the token in a file, after creating the file with a new token if it is missing.
    package static func token(at path: String) throws(Fault) -> String {
        try checkDirectory(Path.directory(of: path))
        if let token = try existingToken(at: path) {
            return token
        }
        do {
            try create(path)
        } catch {
            throw .failed(error)
        }
        // Another gateway may have created the file at the same time.
        guard let token = try existingToken(at: path) else {
            throw .failed(SystemError("open", .noSuchFile, path: path))
        }
        return token
    }

    private static func checkDirectory(_ directory: String) throws(Fault) {
        let fault: DirectoryFault?
        do {
            try KernelFileSystem().createDirectories(directory, mode: 0o700)
            fault = try Kernel.status(of: directory).directoryFault(for: Kernel.userID)
        } catch {
            throw .failed(error)
        }
        if let fault { throw .directory(directory, fault) }
    }

    private static func existingToken(at path: String) throws(Fault) -> String? {
        let status: FileStatus
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try KernelFileSystem().open(path, [.read, .noFollow, .regular])
            status = try file.status()
            bytes = try file.readFully(count: length.upperBound + 2, at: 0)
        } catch  where error.errno == .noSuchFile {
            return nil
        } catch {
            if let kind = try? Kernel.status(of: path, followingLinks: false).kind, kind != .regular {
                throw .isNoFile(kind)
            }
            throw .failed(error)
        }
        guard status.owner == Kernel.userID else { throw .belongs(to: status.owner) }
        guard status.mode & 0o077 == 0 else { throw .isOpen(mode: status.mode) }
        let token = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
        guard length.contains(token.count), token.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .content }
        return String(decoding: token, as: UTF8.self)
    }

    /// Writes a new token to a temporary file, and renames it unless the file exists in the meantime.
    private static func create(_ path: String) throws(SystemError) {
        let files = KernelFileSystem()
        let temporary = TemporaryNames(beside: path).path()
        try? files.removeFile(temporary)
        do throws(SystemError) {
            let file = try files.open(temporary, [.write, .create, .exclusive], mode: 0o600)
            try file.writeFully(Array("\(RandomToken.make())\n".utf8).span, at: 0)
            try files.rename(temporary, toNew: path)
        } catch {
            try? files.removeFile(temporary)
            guard error.errno == .fileExists else { throw error }
        }
    }
}
