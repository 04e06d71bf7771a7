# Guadalajara 1937 in English.

# Refusals
refused = { $text }
refused-points = { $unit } needs { $needs } movement points for that and has { $has }.
refused-range = { $unit } is { $needs } hexes from { $place }; its range is { $has }.
refused-sequence = That is not what is decided now.

# Chance
chance-weather = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the weather.
chance-bombardment = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the bombardment.
chance-combat = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the combat.
chance-leader = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the leader left alone.

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
prompt-moving = Move { $unit }; movement points left: { $left }.
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
do-setup = Set up the rest as suggested
do-move = { $unit } moves to { $place }
do-exit = { $unit } leaves the map ({ $points ->
    [one] 1 point
   *[other] { $points } points
})
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

# Why not: what a refusal says, by the rule behind it.
that-unit = That unit
that-place = that hex
no-x1a = The 12th Division sets up in Cogolludo, Membrillera, Jadraque, Bujalaro, Castejón, Miralbueno and Torrecuadrada only.
no-x1b = Each of the seven towns needs a unit of the 12th Division; there would be too few left for those still empty.
no-x1c = { $unit } comes later, as a reinforcement.
no-x1d = Brigade Marzo sets up between La Toba and Mandayona, north of the front line.
no-x1e = The Italians set up between Mandayona and Renales, north of the front line.
no-x1-r5 = { $unit } is not the next to be set up: combat units come in their order, then the leaders.
no-x1_1a = On day 8 every Republican unit that can must fall back with its whole allowance first.
no-x1_1b = { $place } is in an enemy zone of control, closed to Republican units on day 8.
no-x1_1d = { $unit } cannot fall back on day 8: it stays and loses a strength point.
no-x9a = The armoured train keeps to the railway.
no-10a = { $place } is no target that units here can reach.
no-10b = { $unit } has fired in this phase already.
no-10_1a = { $place } is out of the range of { $unit }.
no-10_1d = { $unit } fired from a distance and may not advance.
no-10_3a = { $unit } is not artillery within range of the hex attacked.
no-10_4-r1 = { $unit } stands next to the enemy or is out of supply, so it cannot fire in support.
no-10_6a = There is no clear line of sight to { $place }.
no-12b = { $unit } is a leader: he neither attacks nor defends.
no-12-r2 = { $unit } must go to the nearest friendly unit.
no-12-r4 = A leader may end next to the enemy only with a friendly combat unit in his hex.
no-12-r5 = { $unit } goes with units that retreat or advance out of his hex, and { $place } is none of their hexes.
no-13a = { $unit } is not due yet.
no-13b = { $place } is held by the enemy or in his zone of control: nobody enters there.
no-13-r1 = { $unit } cannot enter at { $place } as long as its own entry hexes are free.
no-14a = Units leave the map at its edge only.
no-14b = { $unit } has left the map and does not come back.
no-15g = { $unit } is out of command and may not attack.
no-17_2a = There is no enemy combat unit to bombard in { $place }.
no-17_2b = Five air points at most go against one hex, and no more than are left.
no-5a = That is not what is decided now.
no-5b = Bombardments are assigned now, and nothing else.
no-5c = No bombardment of { $place } is waiting to be resolved.
no-5e = Units move now; combat comes later.
no-5h = It is combat now; nobody moves any more.
no-5i = The combat at hand must be settled first.
no-5j = The die comes after voluntary retreats.
no-5k = The combat at hand is not over yet.
no-5-r1 = Air points go to hexes of the defender that can be attacked, or to enemy hexes one attacks.
no-6d = { $unit } has used up its move.
no-6e = { $unit } has not enough movement points left.
no-6f = A unit that enters an enemy zone of control stops there.
no-6-r1 = An enemy combat unit is in { $place }.
no-6-r2 = There is a cheaper way to { $place }: another one is walked in parts, one move to each stop.
no-7a = There would be three infantry units in one hex; two may stack.
no-7b = There would be more than 18 combat points in one hex.
no-7c = A mixed stack holds two infantry units and 18 combat points at most.
no-7f = The armoured train shares its hex with leaders only.
no-7-r3 = The full hex must be cleared first: move a unit out of it.
no-9a = A unit in an enemy zone of control must still attack.
no-9f = { $place } has been attacked in this phase already.
no-9g = { $unit } has attacked in this phase already.
no-9-r1 = With this attack, units that must attack would be left without a target, or hexes that must be attacked without an attacker.
no-9-r5 = { $unit } stands in an enemy zone of control and must attack a hex next to it.
no-9-r7 = There is no enemy combat unit in { $place }.
no-9_1b = { $unit } cannot take part in this attack.
no-9_1h = { $unit } is out of play.
no-9_1-r2 = { $unit } is not one of the units that can take this hit.
no-9_4a = Only units in this combat may retreat, one hex.
no-9_4b = An attacker that retires goes back to the hex from which it came into the zone of control.
no-9_4d = { $place } is in an enemy zone of control: no retreat goes there.
no-9_4i = { $place } is full.
no-9_4-r1 = { $unit } may not retire: only units in or next to the attacked hex may, attackers first.
no-9_5a = { $unit } cannot advance there: only hexes the loser has left are open.
no-9_5c = Advances are made at once, before anything else.
no-9_5-r1 = { $unit } may not advance there: it must have fought in this combat and stand next to the hex left empty.
no-10_3c = Artillery alone attacks, so no artillery may fire in defence.
no-17b = No air point is left.
no-4a = { $unit } is set up before the first day and does not enter later.
no-6b = The hexes of the route do not lie next to each other.
no-9_4-r4 = { $place } is closed to a retreat: it is off the map or an enemy combat unit is there.
no-9_4f = The ground of { $place } is closed to { $unit }.
no-9_4g = A retreat goes one hex.
