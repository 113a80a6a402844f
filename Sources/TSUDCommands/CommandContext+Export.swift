import TSUD
import TSUDText

extension CommandContext {
    /// Prints the stored values by name, in JSON.
    func exportSettings() throws {
        try program.checkFiles(ofUserAlone: true)
        var values: NamedValues<JSON> = [:]
        var errors: [TSUDError] = []
        for setting in program.settings {
            do throws(TSUDError) {
                if let json = try setting.handle.storedJSON() { values[setting.nameInDocument] = json }
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw error }
        try print(JSON.text(of: values, isIndented: true) + "\n")
    }
}
