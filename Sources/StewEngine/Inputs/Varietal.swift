/// What sort of tomato it is.
package enum Varietal: Int, StewChoice {
    case roma
    case sanMarzano
    case cherry
    case genovese
    case beefsteak
    case plum

    package static var input: StewInput { .varietal }

    package var word: StaticString {
        switch self {
        case .roma: "roma"
        case .sanMarzano: "sanMarzano"
        case .cherry: "cherry"
        case .genovese: "genovese"
        case .beefsteak: "beefsteak"
        case .plum: "plum"
        }
    }

    /// As a person reads it.
    package var title: StaticString {
        switch self {
        case .roma: "Roma"
        case .sanMarzano: "San Marzano"
        case .cherry: "Cherry"
        case .genovese: "Genovese"
        case .beefsteak: "Beefsteak"
        case .plum: "Plum"
        }
    }
}
