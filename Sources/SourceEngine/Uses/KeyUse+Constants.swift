import JSONCore
import TunableEngine

/// The keys of files of constants.
extension KeyUse {
    /// Returns each value of a file of constants, with the names on the path to it, joined by dots, as its key.
    ///
    /// Objects and arrays are values, too. The result is empty if the text cannot be read.
    package static func constants(in text: Span<UInt8>, _ language: SourceLanguage) -> [KeyUse] {
        switch language {
        case .json: inJSON(text)
        case .yaml: YAMLConstants.uses(in: text)
        case .swift, .c, .dart, .javaScript, .python, .ruby, .lua, .shell, .other: []
        }
    }

    private static func inJSON(_ text: Span<UInt8>) -> [KeyUse] {
        guard let source = try? JSONSource(text), source.duplicates.isEmpty,
            text[source.nodes[0].value.lowerBound].opensObject
        else { return [] }
        var uses: [KeyUse] = []
        // The open objects: the number of the last node in each, and the path to it.
        var open = [(last: source.nodes.count - 1, path: "")]
        var number = 1
        while number < source.nodes.count {
            while let object = open.last, object.last < number { open.removeLast() }
            let node = source.nodes[number]
            let name = (node.name?.lowerBound ?? 0) + 1..<(node.name?.upperBound ?? 2) - 1
            let parent = open.last?.path ?? ""
            if let own = (try? Key(text.extracting(name)))?.text,
                let path = (try? Key(parent.isEmpty ? own : "\(parent).\(own)"))?.text
            {
                uses.append(KeyUse(constant: path, name, node.value))
                if text[node.value.lowerBound].opensObject {
                    open.append((number + node.descendants, path))
                    number += 1
                    continue
                }
            }
            // What is in an array, or behind a name that no key can have, belongs to no key.
            number += node.descendants + 1
        }
        return uses
    }

    init(constant key: String, _ keyRange: Range<Int>, _ value: Range<Int>?) {
        self.init(key: key, keyRange: keyRange, subject: nil, defaultRange: value, callRange: nil)
    }
}

extension UInt8 {
    fileprivate var opensObject: Bool { self == UInt8(ascii: "{") }
}
