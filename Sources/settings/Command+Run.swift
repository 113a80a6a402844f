import TSUD

extension Command {
    /// Does what was asked for.
    func run() async throws(Mistake) {
        switch self {
        case .show:
            print(table(of: editorSettings), terminator: "")
        case .set(let key, let text):
            try store(text, in: key)
            print(ShownSetting(key).line)
        case .reset(let key):
            key.reset()
            print(ShownSetting(key).line)
        case .watch:
            await printChanges()
        case .help:
            print(helpText, terminator: "")
        }
    }
}
