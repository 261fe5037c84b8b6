import SyncTestSupport
import SystemCore
import TestSupport

/// The clock of programs, which a test can set: a library that is loaded before theirs reads the difference from a file.
///
/// The monotonic clock stays as it is, as when a person sets the clock of a machine.
struct FakeClock {
    private static let library: String? = {
        let directories = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/usr/lib/\($0)/faketime" }
        return directories.map { "\($0)/libfaketimeMT.so.1" }.first { (try? KernelFileSystem().open($0, .read)) != nil }
    }()

    static var isInstalled: Bool { library != nil }

    private let directory: TemporaryDirectory
    private var file: String { directory.file("clock") }

    init() throws {
        directory = try TemporaryDirectory()
        try set("+0")
    }

    /// Sets the difference to the clock of the machine, such as `-400d`.
    func set(_ difference: String) throws {
        try Origin.write(difference, to: "\(file).new")
        try KernelFileSystem().rename("\(file).new", to: file)
    }

    /// The words that start a program with this clock.
    ///
    /// The library changes the environment of the first program that loads it, before the arguments of that program are
    /// read. So this is a shell, and not the program itself.
    var words: String {
        """
        LD_PRELOAD='\(FakeClock.library ?? "")' FAKETIME_TIMESTAMP_FILE='\(file)' FAKETIME_NO_CACHE=1 \
        FAKETIME_DONT_FAKE_MONOTONIC=1 sh -c 'exec "$0" "$@"'
        """
    }
}
