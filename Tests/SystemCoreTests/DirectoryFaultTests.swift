import SystemCore
import TestSupport
import Testing

@Suite struct DirectoryFaultTests {
    private static func status(_ kind: FileStatus.Kind, mode: UInt32, owner: UInt32) -> FileStatus {
        FileStatus(
            kind: kind,
            mode: mode,
            owner: owner,
            group: 7,
            size: 0,
            identity: FileStatus.Identity(device: 1, number: 1)
        )
    }

    @Test(
        arguments: [
            (.directory, 0o700, 7, nil), (.directory, 0o755, 7, nil), (.directory, 0o755, 0, nil),
            (.directory, 0o2750, 7, nil), (.directory, 0o700, 8, .belongs(to: 8)),
            (.directory, 0o770, 7, .isWritable(mode: 0o770)), (.directory, 0o702, 7, .isWritable(mode: 0o702)),
            (.directory, 0o1777, 0, .isWritable(mode: 0o1777)), (.symbolicLink, 0o777, 7, .isLink),
            (.regular, 0o600, 7, .isNotDirectory), (.socket, 0o600, 7, .isNotDirectory),
            (.other, 0o600, 7, .isNotDirectory),
        ] as [(FileStatus.Kind, UInt32, UInt32, DirectoryFault?)]
    )
    func `a directory is safe when only its user and root can write to it`(
        kind: FileStatus.Kind,
        mode: UInt32,
        owner: UInt32,
        fault: DirectoryFault?
    ) {
        #expect(Self.status(kind, mode: mode, owner: owner).directoryFault(for: 7) == fault)
    }

    @Test func `a directory, a link to a directory and a file are distinguished`() throws {
        let directory = try TemporaryDirectory()
        #expect(symbolicLink(directory.file("link"), to: directory.path))
        _ = try Kernel.open(directory.file("file"), [.write, .create])
        let faults = try [directory.path, directory.file("link"), directory.file("file")].map { path in
            try Kernel.status(of: path, followingLinks: false).directoryFault(for: Kernel.userID)
        }
        #expect(faults == [nil, .isLink, .isNotDirectory])
    }
}
