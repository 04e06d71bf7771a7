# Spanish Civil War Battles, English.

# Refusals
refused = { $text }
refused-in-parts = There is a cheaper way to { $place }: this one is walked in parts, one move to each stop.
refused-points = { $unit } would need { $needs } points to { $place } and has { $has }.
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
chance-blizzard = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the blizzard.
chance-draw = { $side ->
    [republican] The Republican side draws
   *[nationalist] The Nationalist side draws
} a support marker.
chance-activation = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for activation.
chance-combat = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the combat.
chance-cup = { $side ->
    [republican] The Republican side draws
   *[nationalist] The Nationalist side draws
} a unit from the cup.

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
ask-moving = { $unit } is moving; movement points left: { $points }.
ask-passing = { $unit } passes through { $place } and must go on; movement points left: { $points }.
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
   *[other] {" "}(modifier { $signed })
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
hand-placed = { $marker }, placed face down
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

# Why not: what a refusal says, by the rule behind it.
that-unit = That unit
that-place = that hex
no-2_0a = A die shows 1 to 6.
no-3_0b = { $unit } has not arrived yet: it waits on the turn track.
no-4_1a = Markers are drawn at the start of the turn, not now.
no-4_1b = The phases come in their order; something else is decided first.
no-4_1e = { $unit } moved in the Movement Phase and may not move again in the Mobile Movement Phase.
no-4_1g = Nobody attacks yet: name at least one attacker.
no-4_1h = { $unit } is not on the attacking side.
no-4_1i = The mobile units next to { $place } have attacked in the Combat Phase and may not attack again.
no-4_1k = { $unit } is a leg unit; only mobile units move in the Mobile Movement Phase.
no-4_1l = Only mobile units attack in the Mobile Combat Phase.
no-5_0b = Units move one at a time, and another one is on the move.
no-5_1a = { $unit } cannot be moved now: units move in their own side's movement phases.
no-5_1c = An enemy unit is in { $place }.
no-5_1e = Units may not leave the map.
no-5_1f = { $place } is farther than the movement points of { $unit } go.
no-5_1h = { $unit } has finished its move this turn.
no-5_1i = The whole allowance does not pay for the step into { $place }.
no-5_2f = The points left do not pay for the step into { $place }.
no-5_3a = There is a unit in { $place } already; a hex holds one.
no-5_3c = The move may not end in { $place }: another unit is there.
no-6_1-r2 = A leg unit would have to stop in { $place }, in an enemy zone of control, where a friendly unit already is.
no-6_1a = The unit must stop in the first enemy zone of control it enters, before { $place }.
no-6_1b = From one enemy zone of control straight into another, at { $place }, takes the whole printed allowance.
no-6_1d = The unit has left one enemy zone of control and must stop in the next one, before { $place }.
no-6_1e = { $place } is in an enemy zone of control: half the allowance on top of the terrain, more than { $unit } has left.
no-6_1g = From an enemy zone of control a unit may not step straight into the fortification at { $place }, which is in one, too.
no-7_0a = Only an enemy unit next to the attacker can be attacked.
no-7_0c = Attacks are declared in the Combat Phase and the Mobile Combat Phase.
no-7_0e = The attack at hand must be resolved first.
no-7_1c = The unit in { $place } has been attacked in this phase already.
no-7_1e = Whoever could attack { $place } has attacked already this turn.
no-7_1g = One attack has one target, and it is named.
no-7_1j = { $unit } already takes part in this attack.
no-7_5i = { $unit } is not one of the attackers that can take this loss.
no-7_6-r1 = Each step of the retreat must lead one hex farther from where the unit fought, exactly as many steps as the result says.
no-7_6-r5 = { $unit } has no retreat to make.
no-7_6_1a = A unit driven off by bombardment must end farther from the nearest enemy, if it can; { $place } is not.
no-7_6_2-r2 = { $place } is not a hex that a displaced unit may go to: nearer its own edge, if there is one.
no-7_6_2-r3 = The unit in { $place } is itself waiting to make room.
no-7_6_2a = Nobody has to make room now.
no-7_6_2b = A displaced unit may not go to { $place }: it is closed to it, in an enemy zone of control, or full.
no-7_6_2c = Another unit has to make room before { $unit }.
no-7_6_2g = The units next to { $place } were displaced or have attacked; they attack no more this player turn.
no-7_6_2h = { $unit } is not blocked by friendly units alone, so it may not stay and lose a step for it.
no-7_6_2i = A vacant hex is open to the retreat, so nobody may be displaced to { $place }.
no-7_6a = { $unit } has no retreat to make now.
no-7_6c = The retreat must end nearer to a friendly map edge than it began, if it can; { $place } is not nearer.
no-7_6d = There is a way through vacant hexes; the retreat must take it, not the one over { $place }.
no-7_6f = An enemy unit is in { $place }: no retreat goes there.
no-7_6g = { $place } is in an enemy zone of control: no retreat goes there.
no-7_6k = The retreat must end the full number of hexes away; { $place } is too near.
no-7_6l = { $unit } still has a way to retreat.
no-7_6o = Units may not retreat off the map.
no-7_7a = There is no retreat now that could be refused.
no-7_8-r3 = { $unit } advanced after combat and does nothing more this player turn.
no-7_8a = There is no advance now: it takes a defender driven off by D2 or D3.
no-7_8c = { $unit } may not advance after this result.
no-7_8e = { $unit } took no part in the attack, so it may not advance.
no-7_8i = { $unit } may advance along the path of the retreat only.
no-7_8j = Another unit has advanced to that hex; each hex of the path takes one.
no-7_8k = { $unit } has advanced and does nothing more this player turn.
no-8_3-r1 = A declared attack is resolved; it cannot be called off.
no-8_3d = There is no such marker in hand.
no-8_3l = Support is placed in its four steps before the die, not now.
no-8_4_2-r1 = The loss falls on a unit of the bombarding side next to the target; { $unit } is not one.
no-8_6-r1 = The unit in { $place } has been bombarded already this turn.
no-8_6c = { $place } has been bombarded already this turn.
no-10_2d = { $unit } is out of supply and may not move in the Mobile Movement Phase.
no-10_2e = The mobile units next to { $place } are out of supply and may not attack in the Mobile Combat Phase.
no-11_0-r1 = { $unit } is not the unit that was drawn.
no-11_0a = { $unit } cannot be rebuilt: it is not a depleted unit of this side on the map.
no-11_0b = Units are rebuilt at the end of their own player turn.
no-11_0c = { $unit } is out of supply and cannot be rebuilt.
no-11_0d = { $unit } is next to an enemy unit and cannot be rebuilt.
no-11_0e = A unit returns to a hex in supply, away from enemy units and their zones of control; { $place } is not.
no-11_0f = A unit returns behind its own first front line, in a hex its side controls; { $place } is not.
no-11_0h = There is nothing in the cup to draw.
no-12_0b = Bombardment has its own phase, after movement.
no-12_0c = A bombardment takes one enemy unit as its target, and one or two markers out of the hand.
no-12_0d = Without an aircraft marker the target must be within two hexes of a unit of this side.
no-12_0g = A bombardment cannot be answered with support markers.
no-13_0c = There is no such marker left in the cup.
no-14_0j = As many Republican units as were activated have moved; { $unit } is one too many.
no-16_1-r2 = In the blizzard one unit may enter at each entry hex, and { $place } has had its unit.
no-16_1c = In the blizzard a Nationalist unit moves one hex, in the Movement Phase only.
no-16_1d = In the blizzard the Nationalist player turn has no other phase than movement.
no-16_1f = Nobody rebuilds in the turn of the blizzard.
no-17_0d = { $unit } is not in a fortification that lets it ignore the retreat.
no-17_0e = There is no fortification to give up now.
no-18_0-r5 = { $place } is blocked as an entry hex: an enemy is there, or a unit beyond which there is no way.
no-18_0-r8 = The movement points do not suffice to enter at { $place } behind the units that entered there before.
no-18_0t = Nationalist reinforcements enter at 1904, 1009, 1010 or 1019, not at { $place }.
no-19_0p = Nationalist reinforcements enter at 1405, 1106, 1110 or 1112, not at { $place }.
no-19_0w = Republican reinforcements enter at 2505 or 2511, not at { $place }.
no-5_1d = No unit may enter { $place } or cross the side before it.
no-7_6-r4 = No retreat of the full length is open, so it must be as long as it can be.
no-7_6i = Prohibited ground lies in the way of the retreat.
