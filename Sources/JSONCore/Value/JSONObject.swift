/// An object that keeps its members in order of first insertion and finds a member by name in constant time.
package struct JSONObject: Sendable {
    /// A name and its value.
    package struct Member: Sendable, Equatable {
        /// The name, which is constant because the object's index depends on it.
        package let name: String

        package var value: JSON

        package init(name: String, value: JSON) {
            self.name = name
            self.value = value
        }

        /// Compares names by their UTF-8.
        package static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    package private(set) var members: [Member]
    private var index: NameIndex

    package init() {
        members = []
        index = NameIndex()
    }

    /// Creates an object from members with distinct names, and their index.
    init(distinct members: [Member], index: NameIndex) {
        self.members = members
        self.index = index
    }

    package var count: Int { members.count }

    package var isEmpty: Bool { members.isEmpty }

    /// The value of a name; nil if there is no such member.
    ///
    /// Assigning nil removes the member, which takes time proportional to the number of members. Assigning a value to
    /// an existing name keeps the member's position.
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

    /// Reserves space for a total of `capacity` members.
    package mutating func reserveCapacity(_ capacity: Int) {
        members.reserveCapacity(capacity)
    }

    private func position(of name: String) -> Int? {
        index.position(of: name, in: members)
    }
}

extension JSONObject: Equatable {
    /// Compares the members without regard to their order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object; if a name is repeated, the last value counts.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self.init(members)
    }

    /// Creates an object from names and values in order; if a name is repeated, the last value counts.
    package init(_ members: [(String, JSON)]) {
        self.init()
        for (name, value) in members {
            self[name] = value
        }
    }
}
