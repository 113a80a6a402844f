// Declares a thousand settings, and reads ten of them.

import Foundation
import TSUD

if CommandLine.arguments.count > 1 {
    for key in otherKeys { print(key.stringKey, key.value) }
}
var sum = 0
sum += setting1.value
sum += setting2.value
sum += setting3.value
sum += setting4.value
sum += setting5.value
sum += setting6.value
sum += setting7.value
sum += setting8.value
sum += setting9.value
sum += setting10.value
exit(sum == 5500 ? 0 : 1)
