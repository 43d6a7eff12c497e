! A constant that was defined by `==` does not get another value.
a       == 1
a       == 1
a       == 2
