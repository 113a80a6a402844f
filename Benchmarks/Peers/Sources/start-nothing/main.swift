// Reads nothing.
