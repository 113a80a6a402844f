// Reads a structure by direct calls, field by field.

import Foundation

struct Person {
    var name: String
    var age: Int
    var height: Double
}

let fields = UserDefaults.standard.dictionary(forKey: "person") ?? [:]
let person = Person(
    name: fields["name"] as? String ?? "",
    age: fields["age"] as? Int ?? 0,
    height: fields["height"] as? Double ?? 0
)
exit(person.name == "Ada" && person.age == 36 && person.height == 1.65 ? 0 : 1)
