import SystemCore

/// One client of a run.
///
/// A class so that an array can hold it; everything is in the core, touched once an event.
final class LoadConnection {
    var core: LoadConnectionCore

    init(number: Int, plan: LoadPlan) throws(LoadFailure) {
        core = try LoadConnectionCore(number: number, plan: plan)
    }
}
