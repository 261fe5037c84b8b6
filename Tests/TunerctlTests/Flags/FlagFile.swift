/// Flags of each kind, and with each kind of fault.
enum FlagFile {
    static let text = """
        {
          "flags": {
            "banner": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
              "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "on"]}},
            "size": {"state": "ENABLED", "variants": {"small": 1, "big": 2.5}, "defaultVariant": "small"},
            "theme": {"state": "ENABLED", "variants": {"day": "#fff", "night": "#000"}, "defaultVariant": "day"},
            "box": {"state": "ENABLED", "variants": {"a": {"w": 1}}, "defaultVariant": "a"},
            "idle": {"state": "DISABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"},
            "open": {"state": "ENABLED", "variants": {"on": true}},
            "wrong": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on",
              "targeting": {"if": [true, "no"]}},
            "gate": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
              "targeting": {"if": [{"sem_ver": [{"var": "version"}, ">=", "1.9"]}, "on"]}},
            "split": {"state": "ENABLED", "variants": {"a": "a", "b": "b", "c": "c"}, "defaultVariant": "a",
              "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "a",
                {"if": [{"var": "region"}, "b", true, {"fractional": [["b", 25], ["c", 75]]}]}]}}
          }
        }

        """
}
