import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    @Suite(.bothKinds) struct StoredTests {
        @Test func `A property reads and writes its setting, which in an explicit suite is not redirected`() {
            let store = TestStore()
            let settings = Explicit(store.suite)
            #expect(settings.fontSize == 12)
            settings.fontSize += 2
            #expect(fontSize[store.suite] == 14)
            fontSize[store.suite] = 20
            #expect(settings.fontSize == 20)
            withEphemeralSuite { _ in
                settings.fontSize = 30
                #expect(fontSize.value == 12)
            }
            #expect(fontSize[store.suite] == 30)
        }

        @Test func `It serves in a structure, a class and an actor`() async {
            await withEphemeralSuite { _ in
                Structure().fontSize = 20
                #expect(Class().fontSize == 20)
                #expect(await Actor().grow() == 21)
                #expect(fontSize.value == 21)
            }
        }

        @Test func `It is tracked like the setting or member itself`() {
            withEphemeralSuite { _ in
                let settings = Class()
                let heard = observing { _ = settings.fontSize }
                let reportHeard = observing { #expect(settings.reportSize == 12) }
                fontSize.value = 20
                #expect(heard.total == 1)
                #expect(reportHeard.total == 1)
                settings.reportSize += 1
                #expect(fontSize.of("report.pdf").value == 21)
                #expect(fontSize.value == 20)
            }
        }
    }
}

private struct fontSize: TSUD { static let defaultValue = 12.0 }

private struct Structure {
    @Stored(TSUDTests.fontSize.self) var fontSize
}

private final class Class {
    @Stored(TSUDTests.fontSize.self) var fontSize
    @Stored(TSUDTests.fontSize.of("report.pdf")) var reportSize
}

private actor Actor {
    @Stored(TSUDTests.fontSize.self) var fontSize

    func grow() -> Double {
        fontSize += 1
        return fontSize
    }
}

private struct Explicit {
    @Stored<TSUDTests.fontSize> var fontSize: Double

    init(_ suite: UserDefaults) { _fontSize = Stored(TSUDTests.fontSize.self, in: suite) }
}
