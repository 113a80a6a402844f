// The parts of the contract. `swift test --filter Laws` runs the tests of one.

/// What the library promises for every value and every key.
enum Laws {}

/// How values are stored, and what else is read.
enum StoredForms {}

/// What other code has stored, and what it reads.
enum Migration {}

/// Key names, and what becomes of values when names and types change.
enum Names {}

/// What is reported, and in which words.
enum Errors {}

/// Who hears of a change, and updates.
enum Changes {}

/// Where values come from, and suites for tests.
enum Suites {}

/// The decisions for Apple systems.
enum Apple {}

/// Saving on Linux.
enum Linux {}

/// Values as text, and lists of settings.
enum TextAndLists {}

/// A setting of which each document has a value of its own.
enum Members {}

/// The program `settings`.
enum ExampleProgram {}

/// What the README and the articles show.
enum Documentation {}
