/// Whether a named suite tells what it holds itself from what is registered or given as a launch argument.
///
/// On Apple systems `UserDefaults` answers with an object without saying where it is from, and only the standard suite
/// is known by a name that can be asked about. So an object there that equals the registered one may count as
/// registered, and one behind a launch argument as absent. Nothing else may differ.
#if canImport(Darwin)
let namedSuitesTellWhatTheyHold = false
#else
let namedSuitesTellWhatTheyHold = true
#endif
