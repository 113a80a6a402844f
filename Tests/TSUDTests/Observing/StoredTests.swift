import Foundation
import TSUD
import TSUDTesting
import TestSupport
import Testing

extension Changes {
    @Suite(.bothKinds) struct StoredTests {
        @Test func `A Stored property reads and writes its setting, and a given suite stays`() {
            let store = TestStore()
            let settings = Explicit(store.suite)
            #expect(settings.size == 12)
            settings.size += 2
            #expect(fontSize[store.suite] == 14)
            fontSize[store.suite] = 20
            #expect(settings.size == 20)
            withEphemeralSettings { _ in
                settings.size = 30
                #expect(fontSize.value == 12)
            }
            #expect(fontSize[store.suite] == 30)
        }

        @Test func `A Stored property works in a structure, a class, and an actor`() async {
            struct Structure {
                @Stored(fontSize.self) var size
            }
            actor Actor {
                @Stored(fontSize.self) var size

                func grow() -> Double {
                    size += 1
                    return size
                }
            }
            await withEphemeralSettings { _ in
                Structure().size = 20
                #expect(Class().size == 20)
                #expect(await Actor().grow() == 21)
                #expect(fontSize.value == 21)
            }
        }

        @Test func `The Stored properties of a shared structure are read, written, and reset`() async {
            let shared = TestStore().suite
            let defaults = AppDefaults(sort: Stored(Keys.sort.in(shared)))
            await Task.detached { defaults.sort.append("name") }.value
            #expect(Keys.sort[shared] == ["name"])
            #expect(defaults.handleOfSort == Keys.sort.in(shared))
            defaults.handleOfSort.reset()
            #expect(!Keys.sort.in(shared).isSet)
            withEphemeralSettings { _ in
                AppDefaults.shared.sort = ["date"]
                #expect(AppDefaults.shared.handleOfSort.isSet)
                #expect(AppDefaults.shared.handleOfSort == Keys.sort.handle)
                AppDefaults.shared.handleOfSort.reset()
                #expect(AppDefaults.shared.sort.isEmpty)
            }
        }

        @Test(.ephemeralSettings) func `Structures are equal if the handles of their Stored properties are`() {
            let state = EquatableState()
            state.size = 20
            #expect(state == EquatableState())
            #expect(state != EquatableState(size: Stored(fontSize.of("a"))))
        }

        @Test(.ephemeralSettings) func `A Stored property is tracked like its setting or member`() {
            let settings = Class()
            let notified = observing { _ = settings.size }
            let reportHeard = observing { #expect(settings.reportSize == 12) }
            fontSize.value = 20
            #expect(notified.total == 1)
            #expect(reportHeard.total == 1)
            settings.reportSize += 1
            #expect(fontSize.of("report.pdf").value == 21)
            #expect(fontSize.value == 20)
        }
    }
}

private struct fontSize: TSUD { static let defaultValue = 12.0 }

private enum Keys { enum sort: TSUD { static let defaultValue: [String] = [] } }

/// It compiles because `Stored` is `Sendable`.
private struct AppDefaults {
    static let shared = Self()
    @Stored<Keys.sort> fileprivate var sort: [String]

    var handleOfSort: TSUDHandle<Keys.sort> { _sort.handle }

    init(sort: Stored<Keys.sort> = Stored(Keys.sort.self)) { _sort = sort }
}

private struct EquatableState: Equatable {
    @Stored<fontSize> var size: Double

    init(size: Stored<fontSize> = Stored(fontSize.self)) { _size = size }
}

private final class Class {
    @Stored(fontSize.self) var size
    @Stored(fontSize.of("report.pdf")) var reportSize
}

private struct Explicit {
    @Stored<fontSize> var size: Double

    init(_ suite: UserDefaults) { _size = Stored(fontSize.in(suite)) }
}
