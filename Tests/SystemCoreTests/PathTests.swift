import SystemCore
import Testing

@Suite struct PathTests {
    @Test(
        arguments: [
            ("/run/tuner/s", "/run/tuner"), ("/s", "/"), ("s", "."), ("./s", "."), ("a/s", "a"), ("../s", ".."),
            ("/a//s", "/a"), ("/a/./s", "/a"), ("/a/.//./s", "/a"), ("//s", "/"), ("/./s", "/"), ("/a/../s", "/a/.."),
            ("/a./s", "/a."), ("/.a/s", "/.a"), ("/a/..", "/a"),
        ]
    )
    func `the directory of a path is its parent, without parts that would follow a link`(
        path: String,
        directory: String
    ) {
        #expect(Path.directory(of: path) == directory)
    }

    @Test(
        arguments: [
            ("/a/", true), ("/", true), (".", true), ("..", true), ("/a/.", true), ("/a/..", true), ("/a", false),
            ("a", false), ("/a/...", false), ("/a/.s", false), ("/a/s.", false),
        ]
    )
    func `a path that can only name a directory is recognized`(path: String, namesDirectory: Bool) {
        #expect(Path.namesDirectory(path) == namesDirectory)
    }
}
