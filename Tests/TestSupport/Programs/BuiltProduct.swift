import SystemCore

#if canImport(Darwin)
import Darwin
#endif

/// The executables in the same build directory as the tests.
package enum BuiltProduct {
    /// Returns the path of an executable.
    package static func path(_ name: String) -> String { "\(directory(ofImage: image))/\(name)" }

    /// Returns the directory of the executables; `image` is the file with the code of the tests.
    ///
    /// On macOS, it is inside of a bundle beside the executables.
    package static func directory(ofImage image: String) -> String {
        let parts = image.split(separator: "/", omittingEmptySubsequences: false)
        let end = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
        return parts[..<end].joined(separator: "/")
    }

    /// The file with the code of the tests.
    private static var image: String {
        #if canImport(Darwin)
        // Not tested on macOS. A program of the toolchain loads the bundle of the tests there.
        var info = Dl_info()
        guard unsafe dladdr(#dsohandle, &info) != 0, let name = unsafe info.dli_fname else { return "" }
        return unsafe String(cString: name)
        #else
        return Kernel.programPath ?? ""
        #endif
    }
}
