/// The lists of subscribers by name.
///
/// It never moves more than some thousand names at once, however many it has.
struct NameTable<Name: Hashable, Member: Subscriber> {
    /// Beyond so many names there are several dictionaries: one alone would move all its names when it grows.
    private static var mostInOne: Int { 4_096 }
    private static var shardCount: Int { 1_024 }

    /// One, or a power of two.
    private var shards: [[Name: SubscriberList<Member>]] = [[:]]

    /// How many names there are.
    private(set) var count = 0

    subscript(name: Name) -> SubscriberList<Member>? { shards[place(of: name)][name] }

    mutating func append(_ member: Member, at name: Name) {
        let place = place(of: name)
        if shards[place][name]?.append(member) == nil {
            shards[place][name] = SubscriberList(member)
            count += 1
            if shards.count == 1, count > Self.mostInOne {
                split()
            }
        }
    }

    /// Notes that a member that is over leaves a name; whether nobody is left there.
    @discardableResult
    mutating func noteLeft(_ name: Name) -> Bool {
        let place = place(of: name)
        shards[place][name]?.noteLeft()
        guard shards[place][name]?.isEmpty == true else { return false }
        shards[place][name] = nil
        count -= 1
        if count == 0 {
            shards = [[:]]
        }
        return true
    }

    private func place(of name: Name) -> Int {
        shards.count == 1 ? 0 : Int(truncatingIfNeeded: UInt(bitPattern: name.hashValue) >> 20) & (shards.count - 1)
    }

    private mutating func split() {
        let all = shards[0]
        shards = [[Name: SubscriberList<Member>]](repeating: [:], count: Self.shardCount)
        for (name, list) in all {
            shards[place(of: name)][name] = list
        }
    }
}
