/// A text read for people who edit it: its value, where in the text each part stands, and the names that repeat.
package struct JSONSource: Sendable {
    /// A value's place, its name's where it is a member, and how much is inside it.
    package struct Node: Sendable, Equatable {
        /// The name with its quotes; none for an element and for the whole text's value.
        package let name: Range<Int>?

        /// The value, a string with its quotes.
        package let value: Range<Int>

        /// How many nodes stand behind this one that belong inside it.
        package let descendants: Int
    }

    /// A name that stands twice in one object.
    package struct Duplicate: Sendable, Equatable {
        /// The name, its escapes resolved.
        package let name: String

        /// Where the name's first quote stood first.
        package let first: Int

        /// Where it stands again.
        package let again: Int
    }

    /// One step from a value into it.
    package enum Step: Sendable, Hashable {
        /// Into the member with this name.
        case name(String)

        /// Into the element so many behind the first.
        case position(Int)
    }

    /// What the text stands for.
    package let value: JSON

    /// All values, each before what is inside it, in the order of the text.
    package let nodes: [Node]

    /// All names that stood in their object before, in the order of the text.
    package let duplicates: [Duplicate]

    /// Reads one whole text.
    package init(_ text: Span<UInt8>, depthLimit: Int = JSON.defaultDepthLimit) throws(JSONFault) {
        var sink = SourceSink()
        try JSONScanner.scanWhole(text, depthLimit: depthLimit, sink: &sink)
        nodes = sink.nodes
        duplicates = sink.duplicates
        value = sink.finish()
    }

    /// The node that a path leads to; of repeated names the last one's.
    package func node(at path: [Step], in text: Span<UInt8>) -> Node? {
        var place = 0
        for step in path {
            guard let next = child(of: place, step, in: text) else { return nil }
            place = next
        }
        return nodes[place]
    }

    private func child(of parent: Int, _ step: Step, in text: Span<UInt8>) -> Int? {
        let end = parent + nodes[parent].descendants
        var found: Int?
        var place = parent + 1
        var position = 0
        while place <= end {
            switch (step, nodes[place].name) {
            case (.name(let wanted), let name?):
                let token = JSONRange(firstIn: text, from: name.lowerBound)
                if token.string(in: text)?.hasSameBytes(as: wanted) == true {
                    found = place
                }
            case (.position(position), nil):
                return place
            default:
                break
            }
            place += nodes[place].descendants + 1
            position += 1
        }
        return found
    }
}
