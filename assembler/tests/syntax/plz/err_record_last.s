m module
type
 x record [a word
