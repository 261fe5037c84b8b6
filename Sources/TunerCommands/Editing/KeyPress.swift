/// What a person presses while a line is edited.
enum KeyPress: Equatable {
    case scalar(Unicode.Scalar)
    case enter
    case tab
    case backspace
    case delete
    case left
    case right
    case wordLeft
    case wordRight
    case home
    case end
    case up
    case down
    case pageUp
    case pageDown
    case cutToEnd
    case cutToStart
    case cutWord
    case clearScreen
    case interrupt
    /// The Escape key alone.
    case escape
    /// Control and D: the end of what is typed where the line is empty, else as `delete`.
    case endOfInput
}
