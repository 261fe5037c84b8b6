import ConsoleCore
import JSONCore
import SourceEngine
import SourceFiles
import SystemCore

/// A source file whose defaults `bake` compares with the tuned values.
struct BakedFile {
    /// A key whose default differs from the tuned value, or might differ.
    struct Finding {
        enum Outcome {
            case differs(old: JSON, new: JSON)
            /// The value is not written, for this reason.
            case skipped(String)
        }

        let key: String
        /// The number of the line, from 1.
        let line: Int
        let outcome: Outcome
    }

    let path: String
    private let directory: ProjectDirectory
    private let text: [UInt8]
    private let language: SourceLanguage
    /// The declarations and constants with a value, in the order of the text.
    private let uses: [KeyUse]

    /// Reads a file; nil if it names no key with a default.
    init?(_ path: String, in directory: ProjectDirectory) throws(Failure) {
        let text: [UInt8]
        do throws(SystemError) {
            text = try BakedFile.content(of: path)
        } catch {
            throw .unreadable(error)
        }
        language = SourceLanguage(path: path)
        let isConstants = directory.project.isConstants(directory.relative(path) ?? path)
        if isConstants, language == .json {
            // A file that cannot be read would have no differences.
            do throws(InputFile.Fault) {
                _ = try InputFile.object(in: text.span)
            } catch {
                throw .usage(UsageError(.file(path, error), command: "bake"))
            }
        }
        let uses = BakedFile.uses(in: text.span, path, directory)
        if uses.isEmpty { return nil }
        (self.path, self.directory, self.text, self.uses) = (path, directory, text, uses)
    }

    private static func content(of path: String) throws(SystemError) -> [UInt8] {
        let status = try Kernel.status(of: path)
        guard status.kind == .regular else { throw SystemError("read", .notSupported, path: path) }
        guard status.size <= SourceTree.fileLimit else { throw SystemError("read", .fileTooLarge, path: path) }
        return try KernelFile(try Kernel.open(path, .read)).readWhole()
    }

    var keys: Set<String> { Set(uses.map(\.key)) }

    /// Writes all values that can be written, unless the file is only checked; returns what was found.
    func bake(_ values: TunedValues, writes: Bool) throws(Failure) -> [Finding] {
        var file: BakedFile? = self
        while let current = file {
            let (findings, new) = current.baked(values)
            guard writes, new != current.text else { return findings }
            let isReplaced = try Failure.system { () throws(SystemError) in
                try FileReplacement.replace(path, holding: current.text, with: new.span)
            }
            if isReplaced { return findings }
            // Another program has saved the file in the meantime.
            file = try BakedFile(path, in: directory)
        }
        return []
    }

    private func baked(_ values: TunedValues) -> (findings: [Finding], text: [UInt8]) {
        let lines = SourceText(text)
        var findings: [Finding] = []
        var baked = BakedText(text, language)
        for use in uses {
            let line = lines.lineNumber(of: use.keyRange.lowerBound) + 1
            let add = { (outcome: Finding.Outcome) in
                findings.append(Finding(key: use.key, line: line, outcome: outcome))
            }
            switch values[use.key] {
            case .value(let value):
                do throws(LiteralFault) {
                    guard let old = try baked.bake(use, value) else { continue }
                    add(.differs(old: old, new: value))
                } catch {
                    add(.skipped("\(error)"))
                }
            case .unusable(let reason): add(.skipped(reason))
            case nil: continue
            }
        }
        if let new = baked.checked({ BakedFile.uses(in: $0, path, directory) }) { return (findings, new) }
        let reason = "a string before it is not closed, or the file is broken in another way"
        return (findings.map { Finding(key: $0.key, line: $0.line, outcome: .skipped(reason)) }, text)
    }

    private static func uses(in text: Span<UInt8>, _ path: String, _ directory: ProjectDirectory) -> [KeyUse] {
        let name = directory.relative(path) ?? path
        return directory.project.uses(in: text, path: name).filter { $0.defaultRange != nil && $0.subject != .flag }
    }
}
