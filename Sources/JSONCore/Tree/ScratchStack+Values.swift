extension ScratchStack<JSON> {
    /// Removes the values from `start` to the top, and returns them.
    mutating func takeElements(from start: Int) -> [JSON] {
        unsafe take(from: start) { values in
            var elements: [JSON] = []
            elements.reserveCapacity(values.count)
            for place in 0..<values.count {
                unsafe elements.append(values.moveElement(from: place))
            }
            return elements
        }
    }

    /// Removes the alternating names and values from `start` to the top, and returns them as members.
    mutating func takeMembers(from start: Int) -> [JSONObject.Member] {
        unsafe take(from: start) { values in
            var members: [JSONObject.Member] = []
            members.reserveCapacity(values.count / 2)
            for place in stride(from: 0, to: values.count, by: 2) {
                guard case .string(let name) = unsafe values.moveElement(from: place) else {
                    preconditionFailure("a member begins with its name")
                }
                unsafe members.append(JSONObject.Member(name: name, value: values.moveElement(from: place + 1)))
            }
            return members
        }
    }
}
