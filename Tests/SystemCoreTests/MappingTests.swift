import SystemCore
import TestSupport
import Testing

@Suite struct MappingTests {
    @Test(arguments: [0, 1, 4096, 100_001])
    func `shows the whole file, also after it is closed and removed`(size: Int) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("f")
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try KernelFileSystem().open(path, [.write, .create]).writeFully(content.span, at: 0)
        let mapping = try Mapping(of: Kernel.open(path, .read))
        try Kernel.removeFile(path)
        #expect(mapping.count == size)
        let isSame = mapping.withBytes { bytes in
            bytes.count == size && bytes.indices.allSatisfy { bytes[$0] == content[$0] }
        }
        #expect(isSame)
    }

    @Test func `what cannot be mapped is a fact`() throws {
        let descriptor = try Kernel.open("/proc/self/status", .read)
        let mapping = try Mapping(of: descriptor)
        #expect(mapping.count == 0)
    }
}
