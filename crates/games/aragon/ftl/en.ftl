# Spanish Civil War Battles, English.

# Refusals
refused = { $text } (rule { $rule })
refused-now = Not now. { $text } (rule { $rule })
refused-in-parts = There is a cheaper way to { $place }: this one is walked in parts, one move to each stop.
refused-points = { $unit } would need { $needs } points to { $place } and has { $has } (rule { $rule }).
refused-at-hand = { $unit } is already on the move.
refused-unmoved = { $unit } was taken and has not moved: move it, or take that back.

# Phases
phase-activation = Activation
phase-movement = Movement
phase-bombardment = Bombardment
phase-combat = Combat
phase-mobile-movement = Mobile Movement
phase-mobile-combat = Mobile Combat
phase-rebuild = Rebuilding

# Chance
chance-blizzard = the blizzard roll
chance-draw = a support marker
chance-activation = the activation roll
chance-combat = the combat roll
chance-cup = a unit from the cup

# Choices
do-end = End the phase
do-take = Take { $unit }
do-bring = Bring on { $unit }
do-retreat-first = { $unit } retreats next
do-move = { $unit } moves to { $place }
do-pass-through = { $unit } passes through { $place }
do-stop = { $unit } stops here
do-enter = { $unit } enters at { $place }
do-bombard = Bombard { $place }
do-fire = Fire with the markers placed
do-attack = Attack { $place }
do-join = { $unit } takes part
do-declare = Declare the attack
do-support = Place +{ $marker } face down
do-pass = Place no marker
do-negate = Give up the fortification
do-accept = Take the result
do-lose = { $unit } loses a step
do-stand = { $unit } stands fast and loses a step
do-hold = { $unit } ignores the retreat in its fortification
do-stay = { $unit } does not displace anybody and loses a step here
do-perish = { $unit } has no way out and is eliminated
do-retreat = { $unit } retreats to { $place }
do-displace = { $unit } makes room and goes to { $place }
do-advance = { $unit } advances to { $place }
do-halt = No further advance
do-rebuild = Rebuild { $unit }
do-recruit = Draw a unit from the cup
do-return = { $unit } returns at { $place }
warn-reinforcements = { $count ->
    [one] One reinforcement could still enter.
   *[other] { $count } reinforcements could still enter.
}
warn-rebuild = A rebuild that is not used is lost.

# Prompts
ask-nothing = Nothing is to be decided.
ask-blizzard = The Nationalist player rolls for the Great Blizzard.
ask-draw = { $side ->
    [republican] The Republican side draws { $count } more.
   *[nationalist] The Nationalist side draws { $count } more.
}
ask-activation = Roll for activation.
ask-movement = Move units, bring on reinforcements, or end the phase.
ask-movement-limited = Move units, or end the phase. { $count ->
    [one] One more unit may move.
   *[other] { $count } more units may move.
}
ask-snow = The blizzard: each unit may move one hex.
ask-mobile-movement = Move cavalry that has not moved, or end the phase.
ask-moving = { $unit } is moving, with { $points } points left.
ask-passing = { $unit } passes through { $place } and must go on, with { $points } points left.
ask-entering = Where does { $unit } enter?
ask-bombardment = Bombard an enemy unit, or end the phase.
ask-aim = Choose one or two markers against { $place }.
ask-combat = Attack an enemy unit, or end the phase.
ask-mobile-combat = Attack with cavalry that has not attacked, or end the phase.
ask-declare = Who attacks { $place }?
ask-support = Support fire at { $place }, step { $step } of 4: place a marker or none.
ask-roll = Roll for the combat at { $place }.
ask-negate = The fortification at { $place } can take the result and be lost.
ask-lose = Which attacker loses a step?
ask-lose-friendly = Fire falls short: which unit loses a step?
ask-scatter = The attackers retreat { $hexes ->
    [one] one hex
   *[other] { $hexes } hexes
}. Who goes next?
ask-retreat = { $unit } must retreat { $hexes ->
    [one] one hex
   *[other] { $hexes } hexes
}, or stand fast.
ask-displace = Where does { $unit } make room?
ask-advance = Advance along the path of retreat, or not.
ask-rebuild = Rebuild one depleted unit, or draw one eliminated unit, or neither.
ask-cup = Draw a unit from the cup.
ask-return = Where does { $unit } return?
ask-wait = { $side ->
    [republican] The Republican side decides.
   *[nationalist] The Nationalist side decides.
}

# Events
event-turn = Turn { $turn }, { $dates }
event-blizzard = Blizzard roll { $die }: the Great Blizzard strikes.
event-no-blizzard = Blizzard roll { $die }: no blizzard.
event-drew = { $side ->
    [republican] Republican draw: +{ $marker }
   *[nationalist] Nationalist draw: +{ $marker }
}
event-draw-done = { $side ->
    [republican] The Republican side
   *[nationalist] The Nationalist side
} draws { $count ->
    [one] one support marker.
   *[other] { $count } support markers.
}
event-player-turn = { $side ->
    [republican] Republican player turn
   *[nationalist] Nationalist player turn
}
event-skipped = { $side ->
    [republican] The Republican player turn is skipped.
   *[nationalist] The Nationalist player turn is skipped.
}
event-activated = Activation roll { $die }, modifier { $modifier }: { $units } units may move.
event-phase = { $side ->
    [republican] Republican { $phase }
   *[nationalist] Nationalist { $phase }
}
event-moved = { $unit } moves from { $from } to { $place }.
event-entered = { $unit } enters at { $place } for { $points }.
event-bombarded = { $unit } at { $place } is bombarded.
event-attacked = { $units } attack { $place }: { $attack } against { $defence } before support.
event-placed = { $side ->
    [republican] The Republican side places a marker.
   *[nationalist] The Nationalist side places a marker.
}
event-passed = { $side ->
    [republican] The Republican side places none.
   *[nationalist] The Nationalist side places none.
}
event-revealed = { $side ->
    [republican] Republican support: +{ $marker }
   *[nationalist] Nationalist support: +{ $marker }
}
event-rolled = { $attack } against { $defence }, { $line ->
    [clear] clear
    [bridge] bridge
    [river] river
    [rough] rough
    [town] city or town
   *[mountain] mountain
}, column { $column }: die { $die }{ $modifier ->
    [0] {""}
   *[other] {" "}(modifier { $modifier })
}, result { $result }.
event-depleted = { $unit } loses a step.
event-eliminated = { $unit } is eliminated at { $place }.
event-stood = { $unit } stands fast.
event-held = { $unit } holds its fortification.
event-fort = The fortification at { $place } is lost.
event-retreated = { $unit } retreats from { $from } to { $place }.
event-displaced = { $unit } makes room and goes to { $place }.
event-advanced = { $unit } advances from { $from } to { $place }.
event-tired = { $unit }: fatigue { $level }.
event-rested = { $unit } has rested.
event-rebuilt = { $unit } is rebuilt to full strength.
event-recruited = { $unit } is drawn from the cup.
event-returned = { $unit } returns at { $place }.
event-no-room = There is no hex for { $unit }: it goes back to the cup.
event-markers-back = All support markers go back into the cups.
event-road-held = The Nationalists hold { $hexes } hexes of the road in supply: enough.
event-road-open = The Nationalists hold { $hexes } hexes of the road in supply: not enough.

# Endings
over-zaragoza = A supplied Republican unit is in Zaragoza: the Republic wins at once.
over-towns-taken = The Republic holds the towns it needs and wins.
over-towns-held = The Republic holds too few towns: the Nationalists win.
over-teruel = { $winner ->
    [republican] The Republic holds Teruel in supply and wins.
   *[nationalist] The Nationalists hold Teruel in supply and win.
}
over-teruel-cut-off = The unit in Teruel is out of supply: a draw.
over-teruel-empty = Nobody holds Teruel: a draw.
over-road-cut = The road was cut in time and still is: the Nationalists win.
over-road-cut-late = The road was cut, but late: a draw.
over-road-open = The road is open: the Republic wins.

# Odds
item-attack = { $unit }, attack strength
item-defence = { $unit }, defence strength
item-unsupplied = { $unit } is out of supply
item-fort = { $unit } in a fortification
item-fort-unsupplied = { $unit } in a fortification without supply
item-marker = support +{ $marker }
item-fort-marker = +{ $marker } against a fortification
item-terrain = { $line ->
    [clear] clear ground
    [bridge] over a bridge
    [river] over a river
    [rough] rough ground
    [town] city or town
   *[mountain] mountain
}
item-fatigue = { $unit } is tired (die)
result-de = Defender eliminated
result-d = Defender retreats { $hexes } hexes
result-ex = Both lose a step
result-none = No effect
result-a = { $hexes ->
    [one] Attackers retreat one hex
   *[other] Attackers retreat { $hexes } hexes
}
result-loss = One attacker loses a step
result-ae = Attackers eliminated

# Marks of pieces
tag-unsupplied = out of supply
tag-fortified = in a fortification
tag-moved = has moved
tag-fought = has attacked
tag-fatigue-6 = fatigue 6
tag-fatigue-1 = fatigue 1
tag-fatigue-2 = fatigue 2
tag-reduced = reduced

# Cards and tracks
card-hand = Support markers in hand
card-used = Support markers used
card-lost = Units eliminated
card-waiting = Reinforcements waiting
card-activation = Units that may still move
card-towns = Towns net
card-road = Road hexes held in supply
card-all = all
piece-name = { $printed }, { $kind ->
    [infantry] infantry
   *[cavalry] cavalry
}, { $factors }{ $state }
piece-state-reduced = , reduced
piece-state-full = {""}
marker-fort = Fortification
hand-marker = +{ $value }
hand-air = +{ $value } aircraft
hand-text = Adds { $value } in a combat or bombardment.
hand-text-air = Adds { $value } in a combat or bombardment; bombards anywhere on the map.
track-blizzard = The Great Blizzard
track-blizzard-struck = struck in turn { $turn }
track-blizzard-due = may still strike
track-blizzard-never = did not strike
overlay-zones = Zones of control
overlay-supply = Supply
overlay-control = Control
overlay-front = Front line at the start

# Boxes off the map.
box-turn = due on turn { $of }
box-cup = Cup
