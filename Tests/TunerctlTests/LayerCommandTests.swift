import BlockingTests
import TestSupport
import Testing

/// `tunerctl layers` and `preset`, the real programs.
@Suite(.blocking) struct LayerCommandTests {
    @Test func `layers commands put, order, list and remove layers`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let business = #"{"name":"business","values":{"a":1,"b":2},"version":"7","ttl":86400,"source":"here"}"#
        _ = try installation.write(business, to: "business.json")
        _ = try installation.write(#"{"values":{"a":3},"locks":["a"],"ttl":0}"#, to: "team.json")
        _ = try installation.write(#"{"properties":{"a":{"type":"string"}}}"#, to: "schema.json")
        try Transcript(
            """
            $ tunerctl layers
            $ tunerctl layers put business.json
            tunerctl: business is not active; activate it with: tunerctl layers activate business
            $ tunerctl layers put team.json
            tunerctl: team.json has no "name"; give one with --name; see tunerctl help layers put
            [2]
            $ tunerctl layers put team.json --name team --dry-run
            $ tunerctl layers put team.json --name team
            tunerctl: team is not active; activate it with: tunerctl layers activate team
            $ tunerctl layers activate business
            a: none -> 1 (layer:business)
            b: none -> 2 (layer:business)
            $ tunerctl layers activate team business
            a: 1 -> 3 (layer:team)
            $ tunerctl set a 9
            a is locked by the layer team; only that layer can change it; its value is 3
            [1]
            $ tunerctl layers put team.json --name team --schema schema.json
            a must be a string, got a number
            [1]
            $ tunerctl layers list
            team      active 1  1 value   put N s ago, stale, locks a
            business  active 2  2 values  version 7, put N s ago, fresh for 23 h 59 min, from here
            team was refused once since it was put, last at TIME: a must be a string, got a number
            $ tunerctl layers get business | head -n 5
            {
              "name": "business",
              "values": {
                "a": 1,
                "b": 2
            $ tunerctl layers activate
            tunerctl: NAME is missing; to deactivate all layers, use --none; see tunerctl help layers activate
            [2]
            $ tunerctl layers activate nobody
            there is no layer nobody
            [3]
            $ tunerctl layers remove team
            a: 3 -> 1 (layer:business)
            $ tunerctl layers activate --none
            a: 1 -> none
            b: 2 -> none
            $ tunerctl layers lits
            tunerctl: lits is not one of list, get, put, keep, revert, activate, deactivate, remove; did you mean list?; see tunerctl help layers
            [2]

            """
        ).check(in: installation)
    }

    @Test func `loading a preset restores all stored values in one commit`() throws {
        try Transcript(
            """
            $ tunerctl update a=1 b=x -q
            $ tunerctl preset save calm
            $ tunerctl preset
            calm
            $ tunerctl update a=2 c=true -q
            $ tunerctl preset diff calm
            a: 2 -> 1 (local)
            c: true -> none
            $ tunerctl preset load calm
            a: 2 -> 1 (local)
            c: true -> none
            $ tunerctl undo
            a: 1 -> 2 (local)
            c: none -> true (local)
            $ tunerctl preset load clam
            there is no preset clam; did you mean calm?
            [3]
            $ tunerctl preset remove clam
            there is no preset clam; did you mean calm?
            [3]
            $ tunerctl preset save calm
            tunerctl: the preset calm was replaced; it had 2 values
            $ tunerctl preset save 'two words'
            tunerctl: a preset name may have only letters, digits, _, - and ., got " " in two words; see tunerctl help preset save
            [2]
            $ tunerctl preset save
            tunerctl: NAME is missing; see tunerctl help preset save
            [2]
            $ tunerctl preset remove calm
            $ tunerctl preset list

            """
        ).check()
    }

    @Test func `a preset has the present value of a temporary one, and loading makes it lasting`() throws {
        try Transcript(
            """
            $ tunerctl set a 1 -q; tunerctl set a 5 --for 1h; tunerctl describe a --json | grep -c '"end":'
            1
            $ tunerctl preset save boost; tunerctl preset load boost
            $ tunerctl describe a --json | grep -c '"end":'
            0
            [1]
            $ tunerctl set a 9 --for 1h; tunerctl preset load boost
            a: 9 -> 5 (local)
            $ tunerctl describe a --json | grep -c '"end":'
            0
            [1]

            """
        ).check()
    }

    @Test func `loading a preset stores each saved value, also one that equals the default`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(#"{"values":{"a":9}}"#, to: "team.json")
        try Transcript(
            """
            $ tunerctl declare a --type number --default 5; tunerctl declare b --type number --default 1
            $ tunerctl update a=5 -q; tunerctl preset save calm
            $ tunerctl update a=6 b=2 -q
            $ tunerctl preset diff calm
            a: 6 -> 5 (local)
            b: 2 -> 1 (default)
            $ tunerctl preset load calm
            a: 6 -> 5 (local)
            b: 2 -> 1 (default)
            $ tunerctl preset diff calm
            $ tunerctl layers put team.json --name team 2>/dev/null; tunerctl layers activate team
            $ tunerctl get a
            5

            """
        ).check(in: installation)
    }

    @Test func `a preset of matching keys leaves other keys unchanged`() throws {
        try Transcript(
            """
            $ tunerctl update game.a=1 game.b=1 hud.a=1 ui.a=1 -q
            $ tunerctl preset save mine --match 'game.*' --match 'hud.*'
            $ tunerctl update game.a=2 game.c=2 ui.a=2 -q
            $ tunerctl preset load mine
            game.a: 2 -> 1 (local)
            game.c: 2 -> none
            $ tunerctl get ui.a
            2
            $ tunerctl preset load mine --match 'game.*'
            tunerctl: --match is an option of preset save, not of preset load; see tunerctl help preset load
            [2]

            """
        ).check()
    }

    @Test func `import, reset and preset load skip locked keys, report them and store the rest`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(#"{"values":{"a":5},"locks":["a"]}"#, to: "team.json")
        try Transcript(
            """
            $ tunerctl update a=1 b=1 -q
            $ tunerctl preset save calm
            $ tunerctl layers put team.json --name team 2>/dev/null; tunerctl layers activate team
            a: 1 -> 5 (layer:team)
            $ echo '{"a":2,"b":2}' | tunerctl import -
            b: 1 -> 2 (local)
            tunerctl: a is locked by the layer team and keeps its value
            $ echo '{"a":2,"b":3}' | tunerctl import - --dry-run
            b: 2 -> 3 (local)
            tunerctl: a is locked by the layer team and keeps its value
            $ echo '{"a":2}' | tunerctl import - --json 2>/dev/null | sed 's/"revision":[0-9]*,//'
            {"changed":false,"changes":[],"left":[{"key":"a","reason":"locked","layer":"team"}]}
            $ tunerctl export | tunerctl import -
            $ tunerctl update a=2
            a is locked by the layer team; only that layer can change it; its value is 5
            [1]
            $ tunerctl reset --all
            b: 2 -> none
            tunerctl: a is locked by the layer team and keeps its value
            $ tunerctl layers activate --none; tunerctl reset --all; tunerctl layers activate team
            a: 5 -> 1 (local)
            a: 1 -> none
            a: none -> 5 (layer:team)
            $ tunerctl preset load calm
            b: none -> 1 (local)
            tunerctl: a is locked by the layer team and keeps its value

            """
        ).check(in: installation)
    }

    @Test func `a layer's file with keys outside of values names the line and the right position`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write("{\n  \"game.gravity\": 3\n}", to: "plain.json")
        _ = try installation.write("{\"valeus\": {}}", to: "typo.json")
        try Transcript(
            """
            $ tunerctl layers put --name plain plain.json
            plain.json: line 2: game.gravity is not a member of a layer; values belong under "values": {"values": {"game.gravity": ...}}
            [1]
            $ tunerctl layers put --name plain typo.json
            typo.json: line 1: valeus is not a member of a layer; did you mean values?
            [1]

            """
        ).check(in: installation)
    }

    @Test func `a flat payload becomes a layer`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let payload = #"{"plan":"[\"a\"]","kill_switch":"false","meta_config_version":"7","meta_other":1}"#
        _ = try installation.write(payload, to: "payload.json")
        _ = try installation.write(#"{"kill_switch":1}"#, to: "wrong.json")
        try Transcript(
            """
            $ tunerctl layers put business --flat payload.json
            tunerctl: business is not active; activate it with: tunerctl layers activate business
            $ tunerctl layers activate business
            plan: none -> ["a"] (layer:business)
            $ tunerctl layers
            business  active 1  1 value  version 7, put N s ago
            $ echo '{"plan":2}' | tunerctl layers put --flat business
            plan: ["a"] -> 2 (layer:business)
            $ echo '{"plan":3}' | tunerctl layers put --flat business - --dry-run
            plan: 2 -> 3 (layer:business)
            $ tunerctl layers put business --flat wrong.json
            wrong.json: kill_switch must be true or false
            [1]
            $ tunerctl layers put --flat
            tunerctl: NAME is missing; see tunerctl help layers put
            [2]
            $ tunerctl layers put
            tunerctl: FILE is missing; see tunerctl help layers put
            [2]
            $ tunerctl layers put payload.json other.json
            tunerctl: other.json is an unexpected argument; see tunerctl help layers put
            [2]
            $ tunerctl layers put business --flat payload.json --name team
            tunerctl: --name has no effect with --flat: NAME is the first argument; see tunerctl help layers put
            [2]
            $ tunerctl completions of -- layers put business --flat ''
            :files
            $ echo 'layers put business --flat' | tunerctl shell
            tunerctl: line 1: layers of standard input does not work in a shell; run it outside of the shell; see help
            [2]
            $ echo 'layers put business --flat payload.json' | tunerctl shell
            plan: 2 -> ["a"] (layer:business)

            """
        ).check(in: installation)
    }

    @Test func `deactivate leaves the other layers active`() throws {
        try Transcript(
            """
            $ for n in x y z; do echo '{"values":{"a":"'$n'"}}' | tunerctl layers put - --name $n -q; done
            $ tunerctl layers activate x y z
            a: none -> x (layer:x)
            $ tunerctl layers deactivate x
            a: x -> y (layer:y)
            $ tunerctl layers deactivate x
            $ tunerctl layers deactivate z
            $ tunerctl layers deactivate y
            a: y -> none
            $ tunerctl layers deactivate nobody
            there is no layer nobody
            [3]

            """
        ).check()
    }

    @Test func `a layer for a time is kept or ended`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.write(#"{"name":"team","values":{"a":1}}"#, to: "old.json")
        _ = try installation.write(#"{"name":"team","values":{"a":2}}"#, to: "new.json")
        try Transcript(
            """
            $ tunerctl --quiet layers put old.json
            $ tunerctl layers activate team
            a: none -> 1 (layer:team)
            $ tunerctl layers put new.json --for 10m
            a: 1 -> 2 (layer:team)
            $ tunerctl layers
            team  active 1  1 value  put N s ago, temporary, until TIME
            $ tunerctl layers revert team
            a: 2 -> 1 (layer:team)
            $ tunerctl layers put new.json --for 10m
            a: 1 -> 2 (layer:team)
            $ tunerctl layers keep team
            $ tunerctl layers
            team  active 1  1 value  put N s ago
            $ tunerctl layers keep nosuch
            there is no layer nosuch
            [3]

            """
        ).check(in: installation)
    }
}
