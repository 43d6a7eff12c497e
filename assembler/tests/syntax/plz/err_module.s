m module
internal
 a word
