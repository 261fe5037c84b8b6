/// Something that is found by what it subscribes, until it is over.
protocol Subscriber: AnyObject {
    /// Whether it was ended: nothing more is sent for it, though it may still be found.
    var isOver: Bool { get }
}

/// Those who subscribe one thing.
///
/// One that is over leaves at a cost that does not grow with the number of others.
struct SubscriberList<Member: Subscriber> {
    /// In no order; some may be over.
    private(set) var members: [Member]
    /// How many have left and are still among the members; fewer than none where some were removed before they left.
    private var left: Int32 = 0

    init(_ first: Member) { members = [first] }

    /// Whether all have left.
    var isEmpty: Bool { members.isEmpty && left == 0 }

    mutating func append(_ member: Member) { members.append(member) }

    /// Notes that one that is over leaves.
    ///
    /// Once half of the members have, all that are over are removed together.
    mutating func noteLeft() {
        left += 1
        guard Int(left) * 2 > members.count else { return }
        let count = members.count
        members.removeAll { $0.isOver }
        left -= Int32(count - members.count)
    }
}
