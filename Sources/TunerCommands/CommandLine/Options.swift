import JSONCore
import OptionCore
import SystemCore
import TunableEngine

/// What the options of a command line ask for.
struct Options: Equatable {
    /// The folder that a daemon is to keep its state in.
    var state: String?
    /// To go on until interrupted.
    var watches = false

    /// The values there are are told too.
    var isInitial = false
    /// What a shell is to run.
    var program: RawText?
    /// What the names of variables begin with.
    var prefix = VariableNames.usualPrefix
    /// One look, and not what comes later.
    var isOnce = false
    /// Which of a file and the daemon is changed.
    var direction = SyncMerge.Direction.both
    /// Objects stand for the first words of keys.
    var isNested = false
    /// Help as a page for `man`.
    var isManualPage = false
    /// The version field is to say now.
    var bumps = false
    /// What was made is put in the file's place.
    var writes = false
    /// The most bytes of a document, and of what gzip makes of it.
    var mostBytes: Int64?
    var mostCompressedBytes: Int64?
    /// What follows an error is done all the same.
    var keepsGoing = false
    /// How a line is to look.
    var format: LineTemplate?

    /// What a value is to be.
    var type: TunableType?
    /// What counts where nothing else does, as it was typed.
    var fallback: String?
    /// Texts are strings, whatever they look like.
    var isString = false
    var clamps = false
    var isDryRun = false
    /// Seconds until what was stored before comes back.
    var duration: Double?

    /// What rules are told of who asks, as it was typed.
    var context: [String] = []
    /// The way through a rule is shown.
    var explains = false
    /// Why keys are limited, for people.
    var reason: String?

    /// How much is stewed, as it was typed.
    var weight: String?
    var ounces: Double?
    var varietal: String?
    var style: String?
    var units: String?
    /// The unit that counts from now on; null for none.
    var preferredUnits: JSON?
    /// What was there last, and nothing new.
    var isLast = false

    /// Patterns of keys.
    var match: [String] = []

    /// Nothing of what there is.
    var isNone = false
    /// What a layer is to be called.
    var name: String?
    /// A file with what a layer's values must be.
    var schema: String?
}
