let helpText = """
    Usage: settings [COMMAND]

    The settings of an editor, kept by TSUD. Without a command: each setting, its value, and where the value comes from.

    settings describe NAME    all about one setting, and what to type for it
    settings set NAME TEXT    store a value
    settings reset NAME       remove what is stored, which brings the default back
    settings export [FILE]    write what is stored to a file, or to the standard output
    settings import FILE      store what a file holds, or the standard input for -; all of it or nothing
    settings watch            print each change as it happens, whoever makes it, until Ctrl-C
    settings sync URL         share the settings through etcd, and print each change, until Ctrl-C
    settings help             show this

    A launch argument stands before what is stored, and stores nothing:

    settings -fontSize 20

    """
