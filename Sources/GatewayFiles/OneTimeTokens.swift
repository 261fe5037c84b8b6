import JSONCore
package import SystemCore

/// The tokens that open the server in a browser, once each.
///
/// Such a token is in a URL, which other programs can see. A token is the name of an empty file in a directory that only
/// the server's user can read. A program of that user adds a token, and the server removes the file when the token is
/// used. The kernel removes a file once only, so a token is never used twice.
package struct OneTimeTokens: Sendable {
    /// How long a token can be used.
    package static let lifetime = Duration.seconds(300)
    /// The limit for the files whose age is checked when a token is added or used.
    private static let most = 64

    private let directory: String
    private let clock: Clocks

    /// Creates the tokens beside a token file.
    package init(beside tokenFile: String, clock: Clocks = .kernel) {
        directory = "\(tokenFile).once"
        self.clock = clock
    }

    /// Adds a token, and returns it.
    package func add() throws(SystemError) -> String {
        let files = KernelFileSystem()
        try files.createDirectories(directory, mode: 0o700)
        let token = RandomToken.make()
        removeOld(among: (try? Kernel.names(in: directory)) ?? [])
        _ = try files.open("\(directory)/\(token)", [.write, .create, .exclusive], mode: 0o600)
        return token
    }

    /// Returns whether a token is not used yet.
    package func has(_ token: String) -> Bool {
        (try? Kernel.status(of: "\(directory)/\(token)", followingLinks: false)) != nil
    }

    /// Uses a token up; returns whether it was one that can be used.
    package func use(_ token: Span<UInt8>) -> Bool {
        guard isPrivate, let names = try? Kernel.names(in: directory) else { return false }
        var found: String?
        for name in names where name.utf8.span.equalsSecret(token) {
            found = "\(directory)/\(name)"
        }
        removeOld(among: names)
        guard let found, isFresh(found) else { return false }
        return (try? Kernel.removeFile(found)) != nil
    }

    private func removeOld(among names: [String]) {
        for name in names.prefix(OneTimeTokens.most) where !isFresh("\(directory)/\(name)") {
            try? Kernel.removeFile("\(directory)/\(name)")
        }
    }

    /// Whether no other user can add a token.
    private var isPrivate: Bool {
        guard let status = try? Kernel.status(of: directory, followingLinks: false) else { return false }
        return status.directoryFault(for: Kernel.userID) == nil
    }

    private func isFresh(_ path: String) -> Bool {
        guard let status = try? Kernel.status(of: path, followingLinks: false), status.kind == .regular else {
            return false
        }
        let wall = clock.wall()
        let now = wall.seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue + Int64(wall.nanoseconds)
        // A time in the future is of a clock that was set since.
        return abs(now - status.changed) <= OneTimeTokens.lifetime.saturatedNanoseconds
    }
}
