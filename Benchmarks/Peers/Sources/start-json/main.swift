import Foundation

struct Settings: Decodable {
    let number: Double
}

let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]).appending(path: "peers.json"))
exit(try JSONDecoder().decode(Settings.self, from: data).number == 14.5 ? 0 : 1)
