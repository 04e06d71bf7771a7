# Refusals
refused = { $text } (rule { $rule })
refused-now = Not now. { $text } (rule { $rule })
refused-moved = { $unit } has had its move. (rule { $rule })
refused-edge = { $unit } may not leave the map. (rule { $rule })
refused-points = { $place } takes { $needs } movement points; { $unit } has { $has }. (rule { $rule })
refused-far = { $place } is out of reach of { $unit }. (rule { $rule })
refused-here = { $unit } is in { $place } already. (rule { $rule })
refused-stacking = With { $unit } there would be { $needs } stacking points in { $place }; it holds { $has }. (rule { $rule })
refused-route = This is not a cheapest route to { $place }; go there by waypoints. (rule { $rule })
refused-order = { $unit } is not the next counter to be placed. (rule { $rule })

# Dice
chance-division = Roll for the division.
chance-armour = Roll for Nationalist armour.
chance-weather = Roll the weather.
chance-offensive = Roll whether the Republican Offensive begins.
chance-success = Roll the success of the Republican Offensive.
chance-surrender = Roll for the Basque surrender.
chance-factory = Roll for the factory of Reinosa.
chance-air-combat = Roll for air combat.
chance-bombardment = Roll the bombardment.
chance-attrition = Roll for air attrition.
chance-combat = Roll the combat.
chance-morale = Roll for Republican morale.

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
do-place = Place { $unit } in { $hex }.
do-reference = Set up as in August 1937.
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
do-move = { $unit } to { $hex }, { $left } left.
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
do-retreat = Retreat and lose one step less.
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
} bombardment: { $attack } against { $defence }, column { $net }, die { $die } ({ $modifier }): { $result }.
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
} must retreat but have nowhere to go: they stay and take the loss.
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
odds-outside = Odds outside the table
odds-concentric = Concentric attack
odds-trench = Trench
odds-first-turn = First turn near the CTV's HQ
odds-bombardment = Bombardment points
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
