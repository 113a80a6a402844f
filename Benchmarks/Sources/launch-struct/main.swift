// Reads a setting of a structure.

import Foundation
import TSUD

struct Person: Codable {
    var name: String
    var age: Int
    var height: Double
}

enum person: TSUD { static let defaultValue = Person(name: "", age: 0, height: 0) }

let ada = person.value
exit(ada.name == "Ada" && ada.age == 36 && ada.height == 1.65 ? 0 : 1)
