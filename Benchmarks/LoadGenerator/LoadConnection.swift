import SystemCore

/// A client of a run.
///
/// It is a class so that an array can hold it. All state is in the core, which is accessed once an event.
final class LoadConnection {
    var core: LoadConnectionCore

    init(number: Int, plan: LoadPlan) throws(LoadFailure) {
        core = try LoadConnectionCore(number: number, plan: plan)
    }
}
