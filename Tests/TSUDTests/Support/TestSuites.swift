// The suites of all tests. `swift test --filter Laws` runs the tests of one. A suite whose tests wait for another thread
// has the trait `.mayBlock`.

import TSUDTesting
import TestSupport
import Testing

@Suite(.realSettings) enum Laws {}  // Promises for every value and every setting.
@Suite(.realSettings) enum StoredForms {}  // Stored representations, and other objects that settings read.
@Suite(.realSettings) enum Migration {}  // Data of other libraries and earlier versions.
@Suite(.mayBlock, .realSettings) enum Names {}  // Keys, and changes of names and types.
@Suite(.realSettings) enum Errors {}  // Reports, and the words of errors.
@Suite(.realSettings) enum Changes {}  // Notifications of changes, and updates.
@Suite(.mayBlock, .realSettings) enum Suites {}  // Sources of values, and suites for tests.
@Suite(.mayBlock, .realSettings) enum Apple {}  // The decisions for Apple systems.
@Suite(.mayBlock, .realSettings) enum Linux {}  // Saving on Linux.
@Suite(.realSettings) enum TextAndLists {}  // String representations, and lists of settings.
@Suite(.mayBlock, .realSettings) enum Members {}  // A setting with a value for each document.
@Suite(.realSettings) enum Documentation {}  // The README and the articles.
