import Foundation
import TSUD
import Testing

extension Changes {
    @Suite(.bothKinds) struct ValuesTests {
        let store = TestStore()

        @Test func `The current value comes first, then each change`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            size[store.suite] = 14
            #expect(await values.next() == 14)
            size[store.suite] += 1
            #expect(await values.next() == 15)
        }

        @Test func `Without the current value the first is one that was set after the call`() async {
            size[store.suite] = 14
            let early = size.values(in: store.suite, initial: false)
            size[store.suite] = 15
            var values = early.makeAsyncIterator()
            #expect(await values.next() == 15)
            size[store.suite] = 14
            var others = early.makeAsyncIterator()
            size[store.suite] = 16
            #expect(await others.next() == 16)
            #expect(await values.next() == 16)
        }

        @Test func `Without the current value a plain write after the call is not missed either`() async {
            let sequence = size.values(in: store.suite, initial: false)
            store.suite.set(14.0, forKey: "size")
            var values = sequence.makeAsyncIterator()
            #expect(await values.next() == 14)
            size[store.suite] = 15
            #expect(await values.next() == 15)
        }

        @Test func `A slow reader gets the newest value alone`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            for step in 1...100 { size[store.suite] = Double(step) }
            #expect(await values.next() == 100)
            size[store.suite] = 7
            #expect(await values.next() == 7)
        }

        @Test func `Two equal objects are never delivered in a row`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            size[store.suite] = 14
            #expect(await values.next() == 14)
            size[store.suite] = 15
            size[store.suite] = 14
            size[store.suite] = 14
            size[store.suite] = 16
            #expect(await values.next() == 16)
        }

        @Test func `A zero of the other sign is another value`() async {
            size[store.suite] = 0
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next()?.sign == .plus)
            size[store.suite] = -0.0
            #expect(await values.next()?.sign == .minus)
        }

        @Test func `A reset is a change`() async {
            size[store.suite] = 14
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 14)
            size.reset(in: store.suite)
            #expect(await values.next() == 12)
        }

        @Test func `A nil is a change`() async throws {
            name[store.suite] = "Ann"
            var values = name.values(in: store.suite).makeAsyncIterator()
            #expect(try #require(await values.next()) == "Ann")
            name[store.suite] = nil
            #expect(try #require(await values.next()) == nil)
        }

        @Test func `A new registered default is a change`() async {
            registrable.current.withLock { registrable.number = 1 }
            var values = registrable.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 1)
            registrable.current.withLock { registrable.number = 2 }
            store.suite.register(registrable.self)
            #expect(await values.next() == 2)
        }

        @Test func `An object that can't be read is reported and the default delivered`() async {
            unreadable.reports.withLock { unreadable.reported = [] }
            unreadable[store.suite] = 14
            var values = unreadable.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 14)
            // Another type with the same key writes what this one can't read.
            text[store.suite] = "banana"
            #expect(await values.next() == 12)
            #expect(unreadable.reports.withLock { unreadable.reported } == [.unreadable])
        }

        @Test(arguments: ["a.b", "@x", "has space"])
        func `Keys of awkward names are heard`(_ name: String) async {
            await anyName.$name.withValue(name) {
                var values = anyName.values(in: store.suite).makeAsyncIterator()
                #expect(await values.next() == 1)
                anyName[store.suite] = 2
                #expect(await values.next() == 2)
            }
        }

        @Test func `A write through another object of the suite is heard`() async {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            size[store.anotherObject()] = 14
            #expect(await values.next() == 14)
        }

        @Test func `One key in two suites is two settings`() async {
            let other = TestStore()
            var values = size.values(in: store.suite).makeAsyncIterator()
            var otherValues = size.values(in: other.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            #expect(await otherValues.next() == 12)
            size[other.suite] = 20
            #expect(await otherValues.next() == 20)
            size[store.suite] = 14
            #expect(await values.next() == 14)
            #expect(size[other.suite] == 20)
        }

        @Test func `A plain write is heard at the next save`() async throws {
            var values = size.values(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            store.suite.set(14.0, forKey: "size")
            try store.suite.flush()
            #expect(await values.next() == 14)
        }
    }
}

private struct size: TSUD { static let defaultValue = 12.0 }
private struct name: TSUD { static let defaultValue: String? = nil }

private enum registrable: TSUD {
    static let current = NSLock()
    nonisolated(unsafe) static var number = 1
    static var defaultValue: Int { current.withLock { number } }
}

private enum unreadable: TSUD {
    static let defaultValue = 12.0
    static let reports = NSLock()
    nonisolated(unsafe) static var reported: [TSUDError.Code] = []
    static func report(_ error: TSUDError) { reports.withLock { reported.append(error.code) } }
}

private struct text: TSUD {
    static let defaultValue = ""
    static let stringKey = "unreadable"
}
