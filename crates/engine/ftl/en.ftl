# What the table says itself, whatever the game. A game's own file may say it otherwise.

unmoved = { $able } units can still move, and { $moved ->
    [0] none has moved
    [one] only 1 has moved
   *[other] only { $moved } have moved
}.
