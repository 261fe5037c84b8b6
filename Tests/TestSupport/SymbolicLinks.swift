#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Only tests make links; the product only has to see them.
package func symbolicLink(_ path: String, to target: String) -> Bool { unsafe symlink(target, path) == 0 }
