import Configuration
import Foundation

let file = "\(CommandLine.arguments[1])/peers-configuration.json"
let reader = ConfigReader(provider: try await FileProvider<JSONSnapshot>(filePath: .init(file)))
exit(reader.double(forKey: "number") == 14.5 ? 0 : 1)
