"""The player of vectors; README.md of the directory above describes vectors and drivers."""
