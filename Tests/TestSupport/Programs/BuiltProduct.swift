import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The executables in the same build directory as the tests.
package enum BuiltProduct {
    package static func path(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/exe", &path, path.count)
        let directory = path.prefix(max(count, 0)).map(UInt8.init(bitPattern:)).split(separator: UInt8(ascii: "/"))
            .dropLast()
        let products = String(decoding: Array(directory.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
        return "/\(products)/\(name)"
    }
}
