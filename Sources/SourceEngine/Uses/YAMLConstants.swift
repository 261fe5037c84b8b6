import JSONCore
import TunableEngine

/// The keys of a file of constants in YAML.
///
/// Only block mappings give keys. A value is a scalar, or a flow collection, in one line. Sequences, block scalars,
/// anchors, aliases and tags give no values.
struct YAMLConstants {
    /// The open mappings: the indentation of the names in each, and the path to it.
    private var open: [(indent: Int, path: String)] = []
    /// Lines with more indentation than this belong to a sequence or to a block scalar; nil outside of both.
    private var skipped: Int?
    private var uses: [KeyUse] = []

    static func uses(in text: Span<UInt8>) -> [KeyUse] {
        var constants = YAMLConstants()
        var start = text.markEnd
        while start < text.count {
            var end = start
            while end < text.count, text[end] != 0x0A { end += 1 }
            constants.read(start..<end, in: text)
            start = end + 1
        }
        return constants.uses
    }

    private mutating func read(_ line: Range<Int>, in text: Span<UInt8>) {
        let line = line.trimmed(in: text)
        guard let begin = line.content.first, text[begin] != UInt8(ascii: "#") else { return }
        let indent = begin - line.start
        if let limit = skipped {
            guard indent <= limit else { return }
            skipped = nil
        }
        if StaticString("---").begins(at: begin, in: text), indent == 0 {
            open = []
        } else if text[begin] == UInt8(ascii: "-") {
            skipped = indent
        } else {
            readMember(line.content, indent, in: text)
        }
    }

    private mutating func readMember(_ content: Range<Int>, _ indent: Int, in text: Span<UInt8>) {
        while let mapping = open.last, mapping.indent > indent { open.removeLast() }
        guard let name = Name(content, in: text) else {
            // The continuation of a scalar, or something that is not a mapping.
            return
        }
        let isKnown = open.last?.indent == indent
        let parent = isKnown ? open[open.count - 1].path : pending ?? ""
        if !isKnown { open.append((indent, parent)) }
        pending = nil
        guard let own = (try? Key(text.extracting(name.content)))?.text,
            let path = (try? Key(parent.isEmpty ? own : "\(parent).\(own)"))?.text
        else {
            skipped = indent
            return
        }
        let value = (name.end..<content.upperBound).valueInYAML(text)
        if value.isEmpty {
            pending = path
        } else {
            let first = text[value.lowerBound]
            if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") { skipped = indent }
        }
        uses.append(KeyUse(constant: path, name.content, value.isEmpty ? nil : value))
    }

    /// The path of the last name without a value, whose mapping may follow with more indentation.
    private var pending: String?

    /// The name of a member, up to its colon.
    private struct Name {
        let content: Range<Int>
        /// The offset after the colon.
        let end: Int

        init?(_ range: Range<Int>, in text: Span<UInt8>) {
            var end = range.lowerBound
            if let string = SourceLanguage.yaml.stringEnd(at: end, in: text), string <= range.upperBound {
                content = end + 1..<string - 1
                end = string
                guard end < range.upperBound, text[end] == UInt8(ascii: ":") else { return nil }
            } else {
                while end < range.upperBound, text[end] != UInt8(ascii: ":") { end += 1 }
                guard end < range.upperBound else { return nil }
                content = range.lowerBound..<end
            }
            self.end = end + 1
            guard self.end == range.upperBound || text[self.end].isWhiteSpace else { return nil }
        }
    }
}

extension Range<Int> {
    /// Returns the start of a line, and its content without white space at the ends.
    fileprivate func trimmed(in text: Span<UInt8>) -> (start: Int, content: Range<Int>) {
        var (begin, end) = (lowerBound, upperBound)
        while begin < end, text[begin].isWhiteSpace { begin += 1 }
        while end > begin, text[end - 1].isWhiteSpace { end -= 1 }
        return (lowerBound, begin..<end)
    }

    /// Returns the value in a range, without white space and without a comment after it.
    fileprivate func valueInYAML(_ text: Span<UInt8>) -> Range<Int> {
        var (begin, end) = (lowerBound, lowerBound)
        while begin < upperBound, text[begin].isWhiteSpace { begin += 1 }
        var offset = begin
        while offset < upperBound {
            if SourceLanguage.yaml.commentEnd(at: offset, in: text) != nil { break }
            let string = offset == begin ? SourceLanguage.yaml.stringEnd(at: offset, in: text) : nil
            let next = Swift.min(string ?? offset + 1, upperBound)
            if !text[offset].isWhiteSpace { end = next }
            offset = next
        }
        return begin..<Swift.max(begin, end)
    }
}
