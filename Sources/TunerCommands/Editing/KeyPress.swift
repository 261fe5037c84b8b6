/// A key that a person presses while editing a line.
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
    /// Control-R: searches in the history, or for an older line.
    case searchBackwards
    /// Control-G: ends a search without its result.
    case abort
    /// The Escape key alone.
    case escape
    /// Control-D: the end of input on an empty line, or else `delete`.
    case endOfInput
}
