extension SettingsCommand {
    /// The effects of the options, by command.
    static let meanings: [String: [String: String]] = [
        "list": [
            "--json": "print an array of JSON objects",
            "--changed": "print only values that differ from their defaults",
            "--system": "print only the values of an administrator's files",
            "-z": "end each record with a null character",
        ],
        "get": [
            "--json": "print JSON", "--origin": "print the origin before the value",
            "--raw": "print the stored object as JSON", "--system": "print the value of an administrator's files",
            "-z": "end the value with a null character",
        ],
        "set": ["--add": "add an element to a list", "--remove": "remove an element from a list"],
        "reset": ["--all": "reset all settings and members", "--yes": "don't ask for confirmation"],
        "export": ["--json": "write a JSON object of names and values"],
        "import": [
            "--merge": "keep the settings that the file doesn't have",
            "--replace": "reset the settings that the file doesn't have",
            "--skip-invalid": "skip values that are invalid or can't be read",
        ],
        "path": ["--all": "print all files of the search list, in its order"],
        "doctor": ["--json": "print an array of JSON objects"],
        "watch": ["--json": "print a JSON object for each change", "-z": "end each record with a null character"],
    ]
}
