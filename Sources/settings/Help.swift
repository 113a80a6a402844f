let helpText = """
    The settings of an editor, kept by TSUD.

    settings                  show each setting, its value, and where the value comes from
    settings set NAME VALUE   store a value
    settings reset NAME       remove what is stored, which brings the default back
    settings watch            print each change as it happens, whoever makes it, until Ctrl-C
    settings help             show this

    A value is read as a launch argument is, which stands before what is stored and stores nothing:

    settings -fontSize 20

    """
