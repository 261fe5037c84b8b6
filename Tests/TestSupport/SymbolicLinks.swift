#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Creates a symbolic link; only tests create links, so the product has no such function.
package func symbolicLink(_ path: String, to target: String) -> Bool { unsafe symlink(target, path) == 0 }
