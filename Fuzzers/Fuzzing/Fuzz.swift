internal import CFuzzer
internal import Glibc

/// The function that libFuzzer calls with each input, from one thread only.
nonisolated(unsafe) private var check: (Span<UInt8>) -> Void = { _ in }

/// Passes inputs to a check until the time limit, or until the check traps; the command line is libFuzzer's.
package func fuzz(_ newCheck: @escaping (Span<UInt8>) -> Void) -> Never {
    unsafe check = newCheck
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
    let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        unsafe check(UnsafeBufferPointer(start: start, count: count).span)
        return 0
    }
    exit(status)
}
