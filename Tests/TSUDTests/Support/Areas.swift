// The parts of the contract. `swift test --filter Laws` runs the tests of one. If tests wait for another thread, the
// part has its own threads.

import TSUDTesting
import TestSupport
import Testing

@Suite(.realSettings) enum Laws {}  // What the library promises for every value and every key.
@Suite(.realSettings) enum StoredForms {}  // How values are stored, and what else is read.
@Suite(.realSettings) enum Migration {}  // What other code has stored, and what it reads.
@Suite(.mayBlock, .realSettings) enum Names {}  // Key names, and what becomes of values when names and types change.
@Suite(.realSettings) enum Errors {}  // What is reported, and in which words.
@Suite(.realSettings) enum Changes {}  // Who is notified of a change, and updates.
@Suite(.mayBlock, .realSettings) enum Suites {}  // Where values come from, and suites for tests.
@Suite(.mayBlock, .realSettings) enum Apple {}  // The decisions for Apple systems.
@Suite(.mayBlock, .realSettings) enum Linux {}  // Saving on Linux.
@Suite(.realSettings) enum TextAndLists {}  // Values as text, and lists of settings.
@Suite(.mayBlock, .realSettings) enum Members {}  // A setting of which each document has a value of its own.
@Suite(.realSettings) enum Documentation {}  // What the README and the articles show.
