import JSONCore

/// A color, each part from 0 to 1.
struct ColorRecord: OpenRecord, Equatable {
    static let fields = JSONFieldTable<ColorRecord>([
        .required("red", \.red, "The part of red."),
        .required("green", \.green, "The part of green."),
        .required("blue", \.blue, "The part of blue."),
        .required("alpha", \.alpha, "1 for an opaque color."),
    ])

    var red = 0.0
    var green = 0.0
    var blue = 0.0
    var alpha = 1.0
}

/// A color in a document.
struct ColorInformationRecord: OpenRecord {
    static let fields = JSONFieldTable<ColorInformationRecord>([
        .required("range", \.range, "The range of the literal."),
        .required("color", \.color, "The color."),
    ])

    var range = RangeRecord()
    var color = ColorRecord()
}

/// The parameters of `textDocument/colorPresentation`.
struct ColorPresentationParameters: OpenRecord {
    static let fields = JSONFieldTable<ColorPresentationParameters>([
        .required("textDocument", \.document, "The document."),
        .required("color", \.color, "The chosen color."),
        .required("range", \.range, "The range of the literal."),
    ])

    var document = DocumentRecord()
    var color = ColorRecord()
    var range = RangeRecord()
}

/// A spelling of a color.
struct ColorPresentationRecord: OpenRecord {
    static let fields = JSONFieldTable<ColorPresentationRecord>([
        .required("label", \.label, "The color, for people."),
        .required("textEdit", \.edit, "The edit of the source."),
    ])

    var label = ""
    var edit = TextEditRecord()
}
