import ConsoleCore
import FlagEngine
import JSONCore

/// The test cases in a file, with their lines.
struct FlagCases {
    /// A valid test case.
    struct Entry {
        let key: FlagKey
        let expected: FlagCase
        /// The context of the file, with the members of the case replacing those of the file.
        let context: JSONObject
        let line: Int
    }

    private static let names = ["context", "cases", "$schema"]

    private(set) var entries: [Entry] = []
    /// The faults of the file; if there are none, there is at least one case.
    private(set) var faults: [(line: Int, fault: FlagCaseFault)] = []

    /// Reads all valid cases of a file, and collects the faults of the others.
    init(_ file: InputFile) {
        for member in file.object.members where !FlagCases.names.contains(member.name) {
            let nearest = NearestName.nearest(to: member.name, among: FlagCases.names)
            faults.append((file.line(of: [.name(member.name)]), .unknown(member.name, nearest: nearest)))
        }
        var shared = JSONObject()
        switch file.object["context"] {
        case nil: break
        case .object(let context)?: shared = context
        case let other?: faults.append((file.line(of: [.name("context")]), .noContext(other.kind)))
        }
        guard case .array(let cases)? = file.object["cases"], !cases.isEmpty else {
            faults.append((file.line(of: []), .noCases))
            return
        }
        for (index, json) in cases.enumerated() {
            let line = file.line(of: [.name("cases"), .position(index)])
            do throws(FlagCaseFault) {
                entries.append(try FlagCases.entry(json, shared, line))
            } catch {
                faults.append((line, error))
            }
        }
    }

    private static func entry(_ json: JSON, _ shared: JSONObject, _ line: Int) throws(FlagCaseFault) -> Entry {
        guard case .object = json else { throw .noObject(json.kind) }
        let expected = try read(json)
        guard !expected.expectation.isEmpty else { throw .noExpectation }
        var context = shared
        for member in (expected.context ?? JSONObject()).members { context[member.name] = member.value }
        do {
            return Entry(key: try FlagKey(expected.flag), expected: expected, context: context, line: line)
        } catch {
            throw .key(expected.flag, error)
        }
    }

    private static func read(_ json: JSON) throws(FlagCaseFault) -> FlagCase {
        let text = Array(JSONText.compact(json).utf8)
        guard let range = try? JSON.check(text.span, depthLimit: JSON.deepestLimit) else {
            preconditionFailure("what was written as JSON can be read")
        }
        do {
            return try FlagCase(members: range, in: text.span)
        } catch {
            throw .member(error)
        }
    }
}
