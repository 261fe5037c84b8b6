import TestSupport
import Testing

/// Tests of where the tests find the built executables.
@Suite struct BuiltProductTests {
    @Test(
        arguments: [
            ("/t/.build/x86_64/debug/tunerPackageTests.xctest", "/t/.build/x86_64/debug"),
            (
                "/t/.build/arm64-apple-macosx/debug/tunerPackageTests.xctest/Contents/MacOS/tunerPackageTests",
                "/t/.build/arm64-apple-macosx/debug"
            ),
            ("/t/.build/debug/vector-driver", "/t/.build/debug"),
        ]
    )
    func `the executables are beside the tests or beside their bundle`(image: String, directory: String) {
        #expect(BuiltProduct.directory(ofImage: image) == directory)
    }
}
