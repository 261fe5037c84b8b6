/// Members in the order in which their names first came, found by name in constant time.
package struct JSONObject: Sendable {
    /// A name and its value.
    package struct Member: Sendable, Equatable {
        /// The name, fixed because the object's index knows it.
        package let name: String

        /// The value.
        package var value: JSON

        /// A member for a list of members; objects are filled by `subscript`.
        package init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }

        /// Names compare by their bytes.
        package static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    /// All members in order.
    package private(set) var members: [Member]
    private var index: NameIndex

    /// An object without members.
    package init() {
        members = []
        index = NameIndex()
    }

    /// Takes members whose names are known to differ.
    init(distinct members: [Member], index: NameIndex) {
        self.members = members
        self.index = index
    }

    /// How many members there are.
    package var count: Int { members.count }

    /// Whether there is no member.
    package var isEmpty: Bool { members.isEmpty }

    /// The value of a name; setting `nil` removes the member, setting a value keeps an old member's place.
    package subscript(name: String) -> JSON? {
        get {
            position(of: name).map { members[$0].value }
        }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                index.rebuild(for: members)
            case (nil, let value?):
                members.append(Member(name: name, value: value))
                index.insertLast(of: members)
            case (nil, nil):
                break
            }
        }
    }

    /// Makes room for so many members in all.
    package mutating func reserveCapacity(_ capacity: Int) {
        members.reserveCapacity(capacity)
    }

    private func position(of name: String) -> Int? {
        index.position(of: name, in: members)
    }
}

extension JSONObject: Equatable {
    /// The order of members does not matter.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Of names that stand twice the last counts.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self.init(members)
    }

    /// Takes names and values in order; of names that stand twice the last counts.
    package init(_ members: [(String, JSON)]) {
        self.init()
        for (name, value) in members {
            self[name] = value
        }
    }
}
