// The parts of the contract. `swift test --filter Laws` runs the tests of one. If tests wait for another thread, the
// part has its own threads.

import TestSupport
import Testing

enum Laws {}  // What the library promises for every value and every key.
enum StoredForms {}  // How values are stored, and what else is read.
enum Migration {}  // What other code has stored, and what it reads.
@Suite(.mayBlock) enum Names {}  // Key names, and what becomes of values when names and types change.
enum Errors {}  // What is reported, and in which words.
enum Changes {}  // Who is notified of a change, and updates.
@Suite(.mayBlock) enum Suites {}  // Where values come from, and suites for tests.
@Suite(.mayBlock) enum Apple {}  // The decisions for Apple systems.
@Suite(.mayBlock) enum Linux {}  // Saving on Linux.
enum TextAndLists {}  // Values as text, and lists of settings.
@Suite(.mayBlock) enum Members {}  // A setting of which each document has a value of its own.
enum Documentation {}  // What the README and the articles show.
