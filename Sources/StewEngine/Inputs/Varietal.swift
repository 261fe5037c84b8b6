/// The variety of the tomatoes.
package enum Varietal: String, StewChoice {
    case roma
    case sanMarzano
    case cherry
    case genovese
    case beefsteak
    case plum

    package static var input: StewInput { .varietal }

    /// The name for people.
    package var title: String {
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
