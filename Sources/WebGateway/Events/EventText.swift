import HTTPCore
import JSONCore

/// The texts of events, made of messages of the daemon.
enum EventText {
    /// The name of an event, which says what its data is.
    enum Name: String {
        /// All values, which replace every earlier one.
        case values
        /// Changes of values.
        case change
        /// The evaluations of all flags of the query, which replace every earlier one.
        case flags
        /// Changes of flags.
        case flagChange
        /// The sentence why there is no connection to the daemon.
        case offline
    }

    /// Appends an event with the members of an object, without its subscription and without secret keys.
    static func append(
        _ name: Name,
        id: String?,
        _ object: JSONRange,
        in text: Span<UInt8>,
        leavingOut unwanted: StaticString = "subscription",
        to event: inout ByteBuffer
    ) {
        var writer = JSONWriter()
        writer.beginObject()
        let hidden = HiddenKeys(of: object, in: text)
        var members = JSONMembers(of: object)
        while let (member, value) = members.next(in: text) {
            guard !member.isString("subscription", in: text), !member.isString("secrets", in: text),
                !member.isString(unwanted, in: text), let memberName = member.string(in: text)
            else { continue }
            writer.name(memberName)
            switch value.kind {
            case .object where !hidden.isEmpty && memberName == "values":
                hidden.writeValues(value, in: text, to: &writer)
            case .array where memberName == "changes": HiddenKeys.writeChanges(value, in: text, to: &writer)
            default: writer.raw(text, in: value.source)
            }
        }
        writer.endObject()
        writer.takeBytes().withBytes { append(name, id: id, $0, to: &event) }
    }

    /// Appends an event with a line of data.
    static func append(_ name: Name, id: String?, _ data: Span<UInt8>, to event: inout ByteBuffer) {
        if let id {
            ServerSentEvent.append(id: id.utf8.span, to: &event)
        }
        ServerSentEvent.append(name: name.rawValue.utf8.span, to: &event)
        ServerSentEvent.append(data: data, to: &event)
        ServerSentEvent.end(&event)
    }
}
