import JSONCore

/// The indexes of the known members of a definition, found in one pass and without copies.
struct FlagMembers {
    private(set) var state: Int?
    private(set) var variants: Int?
    private(set) var defaultVariant: Int?
    private(set) var targeting: Int?
    private(set) var metadata: Int?

    init(_ object: JSONObject) {
        let members = object.members.span
        for place in 0..<members.count {
            let name = members[place].name.utf8.span
            switch name.count {
            case 5 where Self.stateName.hasBytes(name): state = place
            case 8 where Self.variantsName.hasBytes(name): variants = place
            case 8 where Self.metadataName.hasBytes(name): metadata = place
            case 9 where Self.targetingName.hasBytes(name): targeting = place
            case 14 where Self.defaultVariantName.hasBytes(name): defaultVariant = place
            default: break
            }
        }
    }

    private static let stateName: StaticString = "state"
    private static let variantsName: StaticString = "variants"
    private static let metadataName: StaticString = "metadata"
    private static let targetingName: StaticString = "targeting"
    private static let defaultVariantName: StaticString = "defaultVariant"
}
