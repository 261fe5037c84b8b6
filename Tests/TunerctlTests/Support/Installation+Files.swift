import SystemCore
import TestSupport
import Testing

extension Installation {
    /// Returns the text of a file of the installation's directory.
    func text(of name: String) throws -> String {
        String(decoding: try KernelFile(try Kernel.open(file(name), .read)).readWhole(), as: UTF8.self)
    }

    /// Waits until a file holds a text.
    func expect(_ name: String, toHold part: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        // The condition and the result are one read: a moment later, the file may have another text.
        let holds = try eventually { (try? text(of: name).contains(part)) == true }
        #expect(holds, sourceLocation: sourceLocation)
    }

    /// Returns everything that `tunerctl sync` stored about files and daemons.
    func syncNotes() throws -> String {
        let directory = "\(state)/sync"
        return try ((try? Kernel.names(in: directory)) ?? []).filter { !$0.hasPrefix(".") }.map { name in
            String(decoding: try KernelFile(try Kernel.open("\(directory)/\(name)", .read)).readWhole(), as: UTF8.self)
        }.joined()
    }
}
