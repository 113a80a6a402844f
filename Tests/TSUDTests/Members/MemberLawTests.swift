import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Members {
    /// The laws hold for members, however many there are.
    @Suite(.bothKinds) struct MemberLawTests {
        @Test(arguments: Laws.RoundTripTests.Case.all)
        func `What is set in a member is what is read, whatever was set before`(_ this: Laws.RoundTripTests.Case) throws
        {
            try this.setEachInMember(TestStore())
        }

        @Test func `Reading a member writes nothing`() throws {
            let store = TestStore()
            let member = zoom.of("a", in: store.suite)
            _ = (member.value, try member.storedValue(), member.text(), zoom.members(in: store.suite))
            #expect(store.contents == "{}")
        }

        @Test(arguments: GivenSuite.allCases)
        func `Ten thousand members that are made and dropped leave nothing behind`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                let kept = zoom.of("kept", in: suite)
                observing { _ = kept.value }
                for number in 0..<10_000 {
                    let member = zoom.of("document \(number)", in: suite)
                    #expect(member.value == 1)
                    if number.isMultiple(of: 100) { try member.update { _ in } }
                }
                let backend = SuiteBackends.backend(of: suite)
                #expect(backend.observations.count < 200)
                #expect(backend.observations.listening(to: [kept.stringKey]).count == 1)
            }
        }

        @Test func `A plain write of a member is heard after a key's write of another`() {
            withEphemeralSuite { suite in
                let backend = SuiteBackends.backend(of: suite)
                // Kept, as by somebody who awaits the changes of a list.
                let members = backend.observations.observation(ofMembersOf: "zoom", in: backend)
                members.listen()
                zoom.of("a").value = 2
                let heard = Counter()
                members.track(heard)
                suite.set(2.0, forKey: "zoom/b")
                #expect(heard.countOfForeignChanges(atLeast: 1) == 1)
            }
        }

        @Test func `Ten thousand members are listed in order`() {
            withEphemeralSuite { suite in
                for number in 0..<10_000 { suite.set(1.5, forKey: "zoom/document \(number)") }
                #expect(zoom.members() == (0..<10_000).map { "document \($0)" }.sorted())
            }
        }
    }
}

private enum zoom: TSUD { static let defaultValue = 1.0 }
