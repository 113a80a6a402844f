import TSUD
import TestSupport

/// A private key with the same name as one in another file.
var privateInAnotherFile: any TSUD.Type { privateTwice.self }

private enum privateTwice: Reporting { static let defaultValue = 1 }
