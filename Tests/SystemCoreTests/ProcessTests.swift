import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ProcessTests {
    @Test func `tells processes from numbers of none`() {
        #expect([Kernel.processID, 1, 0, -1, .max].map(Kernel.isProcess) == [true, true, false, false, false])
    }

    @Test func `reads the environment`() {
        #expect(Kernel.environment("PATH") != nil)
        #expect(Kernel.environment("TUNER_NO_SUCH_VARIABLE") == nil)
    }

    @Test func `a variable that was taken out is not there, and may be taken out again`() async {
        await #expect(processExitsWith: .success) {
            demand(unsafe setenv("TUNER_TAKEN_OUT", "1", 1) == 0)
            demand(Kernel.environment("TUNER_TAKEN_OUT") == "1")
            Kernel.removeFromEnvironment("TUNER_TAKEN_OUT")
            demand(Kernel.environment("TUNER_TAKEN_OUT") == nil)
            Kernel.removeFromEnvironment("TUNER_TAKEN_OUT")
        }
    }

    @Test func `finds groups by name`() throws {
        #expect(try Kernel.groupID(named: "no-such-group-here") == nil)
        #if os(Linux)
        #expect(try Kernel.groupID(named: "root") == 0)
        #endif
    }

    #if os(Linux)
    @Test func `knows what a process calls itself`() throws {
        let bytes = try KernelFileSystem().open("/proc/self/comm", .read).readWhole()
        #expect(Kernel.processName(of: Kernel.processID) == String(decoding: bytes.dropLast(), as: UTF8.self))
        #expect(Kernel.processName(of: .max) == nil)
    }
    #endif

    #if os(Linux)
    @Test func `raises the soft limit of descriptors to the hard one`() async {
        await #expect(processExitsWith: .success) {
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            unsafe getrlimit(resource, &limit)
            let hard = limit.rlim_max
            limit.rlim_cur = 64
            unsafe setrlimit(resource, &limit)
            demand(try Kernel.raiseDescriptorLimit() == Int(clamping: hard))
            unsafe getrlimit(resource, &limit)
            demand(limit.rlim_cur == hard)
        }
    }
    #endif
}
