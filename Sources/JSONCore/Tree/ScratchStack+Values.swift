extension ScratchStack<JSON> {
    /// Removes the values from `start` to the top, and returns them.
    mutating func takeElements(from start: Int) -> [JSON] {
        unsafe take(from: start) { values in
            var elements: [JSON] = []
            elements.reserveCapacity(values.count)
            for index in 0..<values.count {
                unsafe elements.append(values.moveElement(from: index))
            }
            return elements
        }
    }

    /// Removes the alternating names and values from `start` to the top, and returns them as members.
    mutating func takeMembers(from start: Int) -> [JSONObject.Member] {
        unsafe take(from: start) { values in
            var members: [JSONObject.Member] = []
            members.reserveCapacity(values.count / 2)
            for index in stride(from: 0, to: values.count, by: 2) {
                guard case .string(let name) = unsafe values.moveElement(from: index) else {
                    preconditionFailure("a member begins with its name")
                }
                unsafe members.append(JSONObject.Member(name: name, value: values.moveElement(from: index + 1)))
            }
            return members
        }
    }
}
