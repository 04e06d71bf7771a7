# Guadalajara 1937 in English.

# Refusals
refused = { $text } ({ $rule })
refused-points = { $unit } needs { $needs } movement points for that and has { $has } ({ $rule }).
refused-range = { $unit } is { $needs } hexes from { $place }; its range is { $has } ({ $rule }).
refused-sequence = Something else is waited for now ({ $rule }).

# Chance
chance-weather = Roll for the weather.
chance-bombardment = Roll for the bombardment.
chance-combat = Roll for the combat.
chance-leader = Roll for the leader left alone.

# Ends
over-nationalist-victory = Nationalist victory.
over-nationalist-marginal = Marginal Nationalist victory.
over-draw = A draw.
over-republican-marginal = Marginal Republican victory.
over-republican-decisive = Decisive Republican victory.

# Prompts
prompt-other = The { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} player decides.
prompt-setup = Set up { $unit }.
prompt-bombard = Assign air points to bombardment; { $air } left.
prompt-resolve = Choose the bombardment to resolve next.
prompt-withdrawal = Withdraw every unit that can withdraw towards its supply source; leaders move freely.
prompt-room = Too many stand in { $place }: move a unit out of it.
prompt-movement = Take up a unit to move, or bring on a reinforcement.
prompt-entering = Choose where { $unit } enters.
prompt-moving = Move { $unit }; { $left } points left.
prompt-moving-train = Move { $unit } along the railway, as far as it likes.
prompt-air-defence = Assign air points to the defence of your hexes; { $air } left.
prompt-air-attack = Assign air points to attacks; { $air } left.
prompt-combat = { $owed ->
    [0] Choose a hex to attack, or end the combat phase.
   *[other] Choose a hex to attack. Still to attack: { $units }. To be attacked: { $hexes }.
}
prompt-declare = Name the attackers of { $place }, then declare.
prompt-support = Add artillery to the defence of { $place }, or let the attack come.
prompt-retire = Retreat units from the combat at { $place } before the die, or stand.
prompt-combined = Take the combined-arms bonus of 1 on the die?
prompt-losses = Spread your hits; { $hits } left.
prompt-retreat = Retreat your units, one hex each.
prompt-follow = Choose with whom { $unit } goes.
prompt-flee = Choose where { $unit } flees to.
prompt-advance = Advance into what the enemy has left, or halt.

# Actions
do-place = Set up { $unit } in { $place }
do-bomb = One air point to bombard { $place }
do-air-defence = One air point to defend { $place }
do-air-attack = One air point to attack { $place }
do-resolve = Resolve the bombardment of { $place }
do-pick = Move { $unit }
do-pick-entry = Bring on { $unit }
do-enter = { $unit } enters at { $place }
do-move = { $unit } moves to { $place }
do-exit = { $unit } leaves the map ({ $points } points)
do-stop = Move no further
do-end-movement = End the movement
do-end-combat = End the combat phase
do-end-assignment = Assign no more air points
do-attack = Attack { $place }
do-join = { $unit } attacks
do-support = { $unit } fires in defence
do-support-done = No more artillery
do-declare = Declare the attack
do-retire = { $unit } retreats to { $place } before the die
do-stand = Nobody else retreats
do-combined = Add 1 to the die
do-not-combined = Roll as it is
do-lose = A hit on { $unit }
do-retreat = { $unit } retreats to { $place }
do-remain = { $unit } stays in { $place }
do-follow = { $unit } goes along to { $place }
do-flee = { $unit } flees to { $place }
do-advance = { $unit } advances to { $place }
do-halt = Advance no further
do-roll = Roll a { $die }
warn-reinforcements = { $count ->
    [one] One reinforcement is still off the map.
   *[other] { $count } reinforcements are still off the map.
}
warn-air = { $count ->
    [one] One air point is left; it may still serve later in the turn.
   *[other] { $count } air points are left; they may still serve later in the turn.
}

# Events
told-placed = { $unit } is set up in { $place }.
told-day = { $day } March.
told-weather = The weather is { $weather ->
    [clear] clear
    [rain] rain
   *[mud] mud
}.
told-air-points = Air points: { $republican } Republican, { $nationalist } Nationalist.
told-player-turn = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} player turn.
told-checked = { $unsupplied ->
    [one] One unit
   *[other] { $unsupplied } units
} out of supply, { $uncommanded } out of command.
told-bomb = An air point is to bombard { $place }.
told-air-defence = An air point is to defend { $place }.
told-air-attack = An air point is to attack { $place }.
told-bombarded = { $points ->
    [one] One air point bombards
   *[other] { $points } air points bombard
} { $place }.
told-entered = { $unit } enters at { $place }.
told-moved = { $unit } moves to { $place }.
told-exited = { $unit } leaves the map at { $place }.
told-exited-scoring = { $unit } leaves the map at { $place }: { $points ->
    [one] one point
   *[other] { $points } points
}.
told-straggled = { $unit } cannot withdraw.
told-took = { $place } is taken by the { $side ->
    [republican] Republicans
   *[nationalist] Nationalists
}.
told-attacked = { $place } is attacked.
told-compelled = { $unit } has nothing else to attack and joins.
told-joined = { $unit } attacks.
told-supported = { $unit } fires in defence.
told-declared = { $attack } against { $defence }: column { $column }.
told-retired = { $unit } retreats to { $place } before the die.
told-called-off = The combat at { $place } is called off.
told-combined = Combined arms: 1 is added to the die.
told-fought = Column { $column }, die { $die }: { $result }.
told-hit = { $unit } takes a hit; { $left } left.
told-eliminated = { $unit } is eliminated.
told-retreated = { $unit } retreats to { $place }.
told-no-retreat = { $unit } has nowhere to retreat to.
told-driven-off = { $unit } is driven off the map.
told-followed = { $unit } goes along to { $place }.
told-fled = { $unit } flees to { $place }.
told-leader-lost = { $unit } finds no way to his troops and is lost.
told-leader-killed = { $unit } falls with his troops.
told-leader-survived = { $unit } escapes.
told-advanced = { $unit } advances to { $place }.
told-score = The game is over: { $nationalist } Nationalist points, { $republican } Republican points.

# Odds
odds-unit = { $unit }
odds-terrain = Terrain of the hex
odds-air = Air points
odds-water = Water between the hexes
odds-half = { $what }, and a half
odds-surprise = Surprise of the first day: one column to the right
odds-combined = Combined arms: 1 on the die
odds-result = { $attacker } hits on the attacker, { $defender } on the defender{ $retreat ->
    [attacker] ; the attacker retreats
    [defender] ; the defender retreats
   *[none] {""}
}

# View
piece = { $unit }, { $kind }, { $factors }, { $hits ->
    [0] unharmed
    [one] one hit
   *[other] { $hits } hits
}, { $place }
marker-air = { $points ->
    [one] One air point
   *[other] { $points } air points
}
phase-weather = Weather
phase-bombardment = Air bombardment
phase-first-movement = Nationalist movement
phase-first-combat = Nationalist combat
phase-second-movement = Republican movement
phase-second-combat = Republican combat
figure-points = Points
figure-air = Air points left
figure-lost = Strength lost
figure-unsupplied = Out of supply
figure-uncommanded = Out of command
figure-exited = Strength exited
track-weather = Weather
track-victory = As things stand
track-phase = Now
overlay-zones = Zones of control
overlay-supply = Supply
overlay-command = Command
overlay-control = Towns held
overlay-duty = Mandatory combat
overlay-entry = Entry and exit
overlay-sight = Range and line of sight
tag-unsupplied = out of supply
tag-uncommanded = out of command
tag-moved = has moved
tag-fought = has attacked or fired
tag-attacked = has been attacked
tag-must-attack = must attack
tag-hits = { $count ->
    [one] one hit
   *[other] { $count } hits
}
tag-motorised = motorised
table-crt = Combat results
table-terrain = Terrain effects
table-weather = Weather

# Boxes off the map.
box-turn = due on turn { $of }
box-casualties = Casualties
box-exited = Exited
box-setup = Setup
box-waiting = Waiting
