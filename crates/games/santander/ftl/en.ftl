# Refusals
refused = { $text }
refused-now = That is not what is decided now.
refused-moved = { $unit } has had its move.
refused-edge = { $unit } may not leave the map.
refused-points = { $place } takes { $needs } movement points; { $unit } has { $has }.
refused-far = { $place } is out of reach of { $unit }.
refused-here = { $unit } is in { $place } already.
refused-stacking = With { $unit } there would be { $needs } stacking points in { $place }; it holds { $has }.
refused-route = This is not a cheapest route to { $place }; go there by waypoints.
refused-order = { $unit } is not the next counter to be placed.

# Dice
chance-division = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the division.
chance-armour = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for Nationalist armour.
chance-weather = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the weather.
chance-offensive = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} whether the Republican Offensive begins.
chance-success = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the success of the Republican Offensive.
chance-surrender = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the Basque surrender.
chance-factory = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the factory of Reinosa.
chance-air-combat = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for air combat.
chance-bombardment = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the bombardment.
chance-attrition = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for air attrition.
chance-combat = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the combat.
chance-morale = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for Republican morale.

# Endings
over-conquered = The Nationalists have taken what they came for and win.
over-held = The Nationalists fall short of their objectives; the Republic wins.
over-nothing = Nothing is waited for.

# Prompts
prompt-wait = Waiting for the { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} player.
prompt-place = Place { $unit }.
prompt-trench = Place a trench with any of your units, or stop.
prompt-arrange = Put counters on top of their stacks, or go on.
prompt-withdraw = Choose an infantry unit to withdraw.
prompt-withdraw-air = Choose an air unit to withdraw.
prompt-arrival = Place the new supply column with or next to an HQ in supply.
prompt-battalion = Choose a brigade that leaves a battalion behind.
prompt-movement = Choose a unit to move, or end your movement.
prompt-moving = Choose where it goes, or stop.
prompt-combat = Choose a hex to attack, or end your combat.
prompt-attack = Choose the units that attack, then declare.
prompt-support = Declare air units and HQs, or go on.
prompt-columns = Declare supply columns, or go on.
prompt-shot-down = Choose an air unit that is shot down.
prompt-decide = Retreat and lose one step less, or stand?
prompt-lose = Choose the unit that takes the next step.
prompt-retreat = Choose where the stack retreats.
prompt-arrive = Choose the unit that arrives next.
prompt-advance = Choose a unit to advance, or halt.
prompt-beyond = Breakthrough: go on, or halt.

# Actions
price-basque = It takes one of the two places for Basque brigades away from their front.
do-place = Place { $unit } in { $hex }.
do-reference = Set up the rest as reconstructed for August 1937
do-trench = Dig in at { $hex }.
do-done-trenches = No more trenches.
do-done-arranging = Leave the stacks as they are.
do-done-declaring = Declare no more.
do-top = Put { $unit } on top in { $hex }.
do-roll = Roll { $die }.
do-withdraw = Withdraw { $unit } from { $hex }.
do-withdraw-air = Withdraw { $air } { $turn ->
    [0] from the available box
   *[other] from the space of turn { $turn }
}.
do-arrive = The column arrives in { $hex }.
do-replace = { $unit } in { $hex } leaves a battalion.
do-pick = Move { $unit } from { $hex }.
do-move = { $unit } moves to { $hex }.
do-stop = Move it no further.
do-end-movement = End movement.
do-end-combat = End combat.
do-attack = Attack { $hex }.
do-with = Attack with { $unit } from { $hex }.
do-declare = Declare the attack.
do-air = Send { $air } ({ $left } available).
do-hq = Bombard with { $unit } from { $hex }.
do-column = Use { $unit } in { $hex }.
do-down = { $air } is shot down.
do-lose = { $unit } takes the step.
do-stand = Stand and take the loss.
do-retreat = Retreat one hex and lose one step less; the stack becomes disorganised.
do-to = Retreat to { $hex }.
do-next = { $unit } arrives next.
do-advance = { $unit } advances.
do-on = Go on to { $hex }.
do-halt = Halt.
warn-unmoved = { $count ->
    [one] One combat unit has not moved.
   *[other] { $count } combat units have not moved.
}
warn-targets = { $count ->
    [one] One hex could still be attacked.
   *[other] { $count } hexes could still be attacked.
}

# Events
told-placed = { $unit } is placed in { $hex }.
told-held-back = { $unit } finds no room and waits with the reserves.
told-set-up = The { $side ->
    [republican] Republicans
   *[nationalist] Nationalists
} are set up.
told-trench = A trench is dug in { $hex }.
told-division = { $division } Division rolls { $die }: { $reserve ->
    [yes] it is held in reserve
   *[no] it joins the first line
}.
told-armour = Armour rolls { $die }: { $count ->
    [one] one unit is
   *[other] { $count } units are
} received.
told-turn = Turn { $turn }, { $date }
told-phase = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} phase
told-weather = Weather rolls { $die } (total { $total }): { $rain ->
    [yes] rain
   *[no] fair
}.
told-air-back = { $air }: { $count ->
    [one] one air unit comes
   *[other] { $count } air units come
} back.
told-offensive = { $begins ->
    [yes] The Republican Offensive in Aragon begins
   *[no] The Republican Offensive does not begin
}{ $die ->
    [0] {""}
   *[other] {" "}(die { $die })
}.
told-success = The Offensive rolls { $die }: { $infantry } infantry and { $air } air units must be withdrawn.
told-withdrawn = { $unit } is withdrawn from the game.
told-air-withdrawn = { $air }: an air unit is withdrawn from the game.
told-cut = { $unit } is out of supply.
told-supplied = { $unit } is in supply again.
told-arrived = { $unit } arrives in { $hex }.
told-arrival-lost = A supply column finds no place and is lost.
told-surrender = The Basques roll { $die }: { $surrender ->
    [yes] they lay down their arms
   *[no] they fight on
}.
told-replaced = { $battalion } takes the place of { $unit } in { $hex }.
told-fight-on = { $count ->
    [0] No Basque battalion fights
    [one] One Basque battalion fights
   *[other] { $count } Basque battalions fight
} on.
told-factory = The factory of Reinosa rolls { $die }: { $destroyed ->
    [yes] it is destroyed
   *[no] it stands
}.
told-moved = { $unit } moves from { $from } to { $hex }.
told-taken = The { $side ->
    [republican] Republicans
   *[nationalist] Nationalists
} take { $hex }.
told-trench-gone = The trench in { $hex } is gone.
told-track = Republican morale modifier is now +{ $to }.
told-attacked = { $hex } is attacked.
told-joined = { $unit } attacks.
told-flies = { $air } joins the combat.
told-fires = { $unit } bombards.
told-supplies = { $unit } is spent on the bombardment.
told-no-support = The { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} side has nothing to declare.
told-dogfight = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} airmen roll { $die }: { $hit ->
    [yes] a hit
   *[no] no hit
}.
told-shot-down = { $air }: an air unit is shot down.
told-bombarded = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} bombardment: { $attack } against { $defence }, a difference of { $net }, die { $die } ({ $modifier }): { $result }.
told-no-bombardment = { $points } points against as many: no bombardment.
told-disorganised = { $unit } is disorganised: { $level }.
told-attrition = { $air } rolls { $die } for attrition: { $lost ->
    [yes] { $turn ->
        [0] withdrawn for good
       *[other] withdrawn until turn { $turn }
    }
   *[no] unharmed
}.
told-used-up = { $unit } is used up.
told-fought = { $attack } against { $defence }, { $column }, die { $die } ({ $modifier }): { $result }.
told-nerve = Morale rolls { $die }, total { $total }: { $result }.
told-stands = The { $side ->
    [republican] Republicans
   *[nationalist] Nationalists
} stand.
told-no-way-out = The { $side ->
    [republican] Republicans
   *[nationalist] Nationalists
} must retreat but have nowhere to go: they stay and take the full loss, with a step more for R+ and two for P.
told-retreats = The { $side ->
    [republican] Republicans
   *[nationalist] Nationalists
} retreat.
told-reduced = { $unit } loses a step.
told-eliminated = { $unit } is eliminated.
told-retreated = { $unit } retreats to { $hex }.
told-advanced = { $unit } advances to { $hex }.
told-nobody-left = The combat ends: one side has nobody left.
told-turn-ends = The turn ends.
told-recovers = { $unit } recovers{ $level ->
    [1] {" "}to DSG
    [2] {" "}to DSG 1
   *[other] {""}
}.
told-over = { $points } of { $needed } victory points.

# Odds
odds-attack = Attack from { $hex }
odds-halved = Out of supply or disorganised, { $hex }
odds-overstacked = Overstacked, { $hex }
odds-defence = Defence of { $hex }
odds-terrain = Terrain of { $hex }
odds-outside = Odds outside the table: on the die instead
odds-concentric = Concentric attack
odds-trench = Trench
odds-first-turn = First turn near the CTV's HQ
odds-bombardment = Bombardment points, the attacker's less the defender's; they are rolled for before the combat
odds-attackers-gone = No attacker is left
odds-defenders-gone = No defender is left before the attack
odds-breakthrough = Breakthrough: the defenders are eliminated
odds-steps = Attacker loses { $attacker }, defender { $defender }{ $nerve ->
    [none] {""}
    [free] , free to retreat
    [retreat] , must retreat
    [rout] , must retreat with full loss
   *[panic] , panic
}

# Views
date-set-up = set-up
phase-weather = Weather
phase-offensive = Offensive
phase-movement = Movement
phase-combat = Combat
phase-surrender = Surrender and factory
phase-end = End
piece-name = { $unit }, { $kind }, { $factors }, { $steps ->
    [one] one step
   *[other] { $steps } steps
}{ $level ->
    [none] {""}
   *[other] , { $level }
}{ $supply ->
    [cut] , out of supply
   *[ok] {""}
}
marker-trench = Trench
marker-factory = The factory is destroyed
card-points = Victory points
card-air = { $ready } available, { $used } used{ $due ->
    [none] {""}
   *[other] , back: { $due }
}
card-hq-title = HQs
card-hqs = { $ready } ready, { $used } used
card-lost = Combat units lost
card-brigades = Brigades lost
track-weather = Weather
track-morale = Republican morale
track-morale-note = Added to the morale die; high is bad.
track-offensive = Republican Offensive
track-offensive-note = { $turn ->
    [0] It has not begun.
   *[other] It began on turn { $turn }.
}
weather-fair = Fair
weather-rain = Rain
tag-dsg = disorganised (DSG)
tag-dsg-1 = disorganised (DSG 1)
tag-dsg-2 = disorganised (DSG 2)
tag-unsupplied = out of supply
tag-moving-side = on its movement side
tag-used = has bombarded
tag-fought = has attacked
tag-moved = has moved

# Boxes off the map.
box-eliminated = Eliminated
box-withdrawn = Withdrawn
box-reserve = Reserve

# Why not: what a refusal says, by the rule behind it.
that-unit = That unit
that-place = that hex
no-1_1b = Dice are waited for.
no-1_2b = The game is over after turn 7.
no-1_3_2a = No unit crosses between 1314 and 1215.
no-1_3_2b = Santander is attacked from 1110 and 1210 only.
no-1_3_2c = { $place } is sea.
no-1_3_2-r1 = { $unit } cannot attack across the impassable side between 1314 and 1215.
no-1_3_2-r2 = Santander is entered from 1110 and 1210 only.
no-10_1a = There is no enemy combat unit in { $place } next to units that could attack it.
no-10_1c = { $unit } has attacked in this segment already.
no-10_1i = From one hex no more stacking points attack than may stand in the hex attacked.
no-10_2a = Nobody attacks yet: name at least one attacker.
no-10_2-r1 = { $unit } cannot take part in this attack.
no-10_3d = { $unit } took no part in this combat, or the losses are not all taken yet.
no-10_3e = Another unit in the combat has lost fewer steps and comes first.
no-10_4b = { $place } is full; { $unit } cannot advance there.
no-10_4-r1 = { $unit } may not advance: only surviving attackers may.
no-10_4_1-r1 = The breakthrough cannot go on to { $place }.
no-10_5a = Losses must be taken first; a retreat stands for one step of them.
no-10_5_1d = { $place } is in an enemy zone of control, and no friendly unit is there.
no-10_5_1-r1 = { $place } is not open to a retreat.
no-11_3a = It rains: no air unit flies.
no-12_3c = Two infantry units and two air units are withdrawn; { $unit } is not one that can go.
no-12_3-r1 = { $unit } cannot be withdrawn: it takes infantry on the map, or air units.
no-13_3-r1 = { $unit } is no Basque brigade that a battalion could replace.
no-15_1-r1 = { $unit } is not one of the air units in this combat.
no-15_2a = The CTV sets up in columns 10 to 15.
no-2_1b = { $unit } has not enough movement points to reach { $place }.
no-3_Ba = The phases come in their order; { $unit } cannot act now.
no-3_Bc = That belongs to the combat segment.
no-4_1-r3 = With this placement the counters still to come could not cover the front any more.
no-4_2b = First-line units stand in Republican hexes at the front line; { $place } is not one.
no-4_2c = From there the first line would leave a front hex uncovered.
no-4_2d = Basque units, but for two brigades, stand within three hexes of column 18.
no-4_2e = Two Basque brigades stand elsewhere already; { $unit } must stand near column 18.
no-4_2f = { $place } is not controlled by the Republic.
no-4_2g = A trench lies in a hex with a Republican unit, and there are four of them.
no-4_2h = There is a trench in { $place } already.
no-4_2i = The supply column starts with a Republican HQ or next to one.
no-4_2-r1 = { $place } is not a hex where { $unit } may be set up.
no-4_2-r7 = The supply column starts in a Republican land hex with an HQ, or next to one; that of a reserve division does not count.
no-4_3a = { $place } is not controlled by the Nationalists.
no-4_3b = A Nationalist front hex would be neither held nor covered.
no-4_3f = A supply column starts with a Nationalist HQ or next to one.
no-4_3-r2 = A supply column starts in a Nationalist land hex, one to a hex, with an HQ or next to one.
no-4_3_1a = Reserve divisions are placed in hexes that the Republic controls.
no-5a = { $place } holds 6 stacking points at most.
no-5b = { $place } holds 4 stacking points at most.
no-5d = { $place } has a unit of that kind: one HQ, one supply column and one armour unit to a hex.
no-5_1-r1 = { $unit } cannot go on there.
no-5_1-r3 = { $place } is over its stacking limit; nobody moves in.
no-5_3-r2 = { $unit } cannot be put on top now.
no-5_3-r4 = A supply column lies at the bottom of its stack.
no-5_3-r5 = { $unit } was put on top once in this phase already.
no-6_3_1a = { $unit } is out of supply and may not bombard.
no-7_2a = The unit must stop when it enters an enemy zone of control.
no-8_1-r1 = An enemy unit is in { $place }, or the map ends there.
no-8_1-r3 = Only a combat unit or HQ enters the hex of an enemy supply column.
no-8_1_1a = { $unit } would be out of supply in { $place }.
no-8_1b = That is not a way { $unit } can go.
no-9_1b = { $unit } cannot be used for this side now.
no-9_1c = { $unit } supports combats of Spanish Nationalist units only.
no-9_2f = { $unit } is more than two hexes from the hex attacked.
no-9_2g = { $unit } supports combats of Spanish Nationalist units only.
no-9_2i = { $unit } supports combats of its own division only.
no-9_2j = { $unit } is an HQ and takes no step losses.
no-9_2m = { $unit } is an HQ: it neither retreats nor advances.
no-9_3-r1 = A new supply column arrives with an HQ in supply or next to one, in a Nationalist hex without another column.
no-9_3-r3 = There is only a supply column in { $place }: it is entered, not attacked.
no-9_3_1a = { $unit } is neither with nor next to an HQ that bombards.
no-9_3_1b = An HQ uses seven supply columns at most.
no-9_3_1-r1 = { $unit } needs an HQ in supply that takes part in this bombardment.
no-9_3_2b = { $unit } has moved this turn and cannot be used.
no-9_4b = { $unit } has been used this turn already.
no-9_4-r1 = There is no bombardment without an attack.
no-9_4_1b = The supply columns are declared now; air units and HQs came before.
no-4_1a = { $unit } is not set up with the first line.
no-4_1c = { $unit } is not of the division that joins the first line.
no-8_1_1b = { $unit } would be out of supply in { $place }.
no-8_1a = { $unit } cannot move: it is not a unit of this side on the map.
no-9_2b = { $unit } is no HQ of this side on the map.
