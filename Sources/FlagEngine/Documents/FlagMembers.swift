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
        for index in 0..<members.count {
            let name = members[index].name.utf8.span
            switch name.count {
            case 5 where Self.stateName.hasBytes(name): state = index
            case 8 where Self.variantsName.hasBytes(name): variants = index
            case 8 where Self.metadataName.hasBytes(name): metadata = index
            case 9 where Self.targetingName.hasBytes(name): targeting = index
            case 14 where Self.defaultVariantName.hasBytes(name): defaultVariant = index
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
