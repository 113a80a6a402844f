/// Whether a named suite distinguishes what is stored in it from registered defaults and launch arguments.
///
/// On Apple systems `UserDefaults` does not tell where an object comes from, and only the standard suite has a known
/// name to ask for. There, an object that equals the registered one may count as registered, and one that a launch
/// argument hides as absent. Nothing else may differ.
var namedSuitesTellWhatTheyHold: Bool { !SuiteKind.isApple }
