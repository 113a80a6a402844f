import Foundation
import GRDB

let database = try DatabaseQueue(path: "\(CommandLine.arguments[1])/peers.sqlite")
let number = try database.read { try Double.fetchOne($0, sql: "SELECT number FROM settings WHERE key = 'number'") }
exit(number == 14.5 ? 0 : 1)
