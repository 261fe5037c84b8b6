import JSONCore

/// A key that has no character, as WebDriver names it.
enum SpecialKey: String {
    case tab = "\u{E004}"
    case enter = "\u{E007}"
    case shift = "\u{E008}"
    case control = "\u{E009}"
    case alt = "\u{E00A}"
    case escape = "\u{E00C}"
    case end = "\u{E010}"
    case left = "\u{E012}"
    case up = "\u{E013}"
    case right = "\u{E014}"
    case down = "\u{E015}"
}

/// A point of the page in the window, in pixels.
struct PagePoint: Equatable {
    var x: Int64
    var y: Int64
}

/// The hands of a person: a mouse and a keyboard.
extension WebBrowser {
    /// Moves the mouse through points.
    ///
    /// The button is down from the first point on, and up after the last one if `isReleased`.
    func drag(through points: [PagePoint], isReleased: Bool = true) throws {
        guard let first = points.first else { return }
        var steps = [move(to: first), button("pointerDown")] + points.dropFirst().map(move(to:))
        if isReleased {
            steps.append(button("pointerUp"))
        }
        try perform("pointer", steps)
    }

    /// Moves the mouse to a point.
    func hover(at point: PagePoint) throws { try perform("pointer", [move(to: point)]) }

    /// Releases the button of the mouse.
    func release() throws { try perform("pointer", [button("pointerUp")]) }

    func click(at point: PagePoint) throws { try drag(through: [point]) }

    func doubleClick(at point: PagePoint) throws {
        let click = [button("pointerDown"), button("pointerUp")]
        try perform("pointer", [move(to: point)] + click + click)
    }

    /// Turns the wheel of the mouse at a point.
    func turnWheel(at point: PagePoint, by distance: Int64) throws {
        let step: JSON = [
            "type": "scroll", "x": .integer(point.x), "y": .integer(point.y), "deltaX": 0, "deltaY": .integer(distance),
        ]
        try perform("wheel", [step])
    }

    /// Types characters.
    func type(_ text: String) throws { try press(text.map { String($0) }) }

    /// Presses a key, while others are held.
    func press(_ key: SpecialKey, with modifiers: SpecialKey...) throws {
        try press([key.rawValue], with: modifiers)
    }

    /// Presses the key of a character, while others are held.
    func press(_ character: Character, with modifiers: SpecialKey...) throws {
        try press([String(character)], with: modifiers)
    }

    private func press(_ keys: [String], with modifiers: [SpecialKey] = []) throws {
        func step(_ type: String, _ key: String) -> JSON { ["type": .string(type), "value": .string(key)] }
        let down = modifiers.map { step("keyDown", $0.rawValue) }
        let up = modifiers.map { step("keyUp", $0.rawValue) }
        try perform("key", down + keys.flatMap { [step("keyDown", $0), step("keyUp", $0)] } + up)
    }

    private func move(to point: PagePoint) -> JSON {
        ["type": "pointerMove", "duration": 20, "x": .integer(point.x), "y": .integer(point.y)]
    }

    private func button(_ type: String) -> JSON { ["type": .string(type), "button": 0] }

    private func perform(_ source: String, _ steps: [JSON]) throws {
        try perform(["type": .string(source), "id": .string(source), "actions": .array(steps)])
    }
}
