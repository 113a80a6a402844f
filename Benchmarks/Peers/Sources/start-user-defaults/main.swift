import Foundation

exit(UserDefaults(suiteName: "peers-user-defaults")?.double(forKey: "number") == 14.5 ? 0 : 1)
