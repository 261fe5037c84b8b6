/// The flags that exist without a definition by a client.
package enum BuiltInFlags {
    package static let all: FlagSet = {
        do throws(FlagFaults) {
            return try FlagSet(document.utf8.span)
        } catch {
            preconditionFailure("the built-in flags are invalid: \(error.faults)")
        }
    }()

    private static let document = """
        {
          "flags": {
            "algo.reductionModel": {
              "state": "ENABLED", "variants": {"v1": "v1", "v2": "v2"}, "defaultVariant": "v1"
            },
            "ui.showAdvancedTips": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
            },
            "ui.enableLogin": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
            },
            "units.defaultCelsius": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
            },
            "ui.showUnitsToggle": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
            },
            "ui.DarkMode": {
              "state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"
            }
          }
        }
        """
}
