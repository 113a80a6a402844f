import TSUD

/// A private key in a file of its own, called like one in another file.
var privateInAnotherFile: any TSUD.Type { privateTwice.self }

private enum privateTwice: Telling { static let defaultValue = 1 }
