print("settings")
