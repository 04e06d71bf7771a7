# Brunete 1937, in English.

-republican = the Republican
-nationalist = the Nationalist
three-vertices = the three vertices

# Resources
resource-command = +1 command point
resource-regular = regular replacement
resource-elite = elite replacement
resource-reroll = re-roll
resource-hinder = −1 command point for the opponent
resource-ground = −1 aviation marker for the opponent
resource-none = none
resource-command-text = One command point more for you this turn.
resource-regular-text = One of your reduced regular units in supply returns to full strength.
resource-elite-text = One of your reduced elite units in supply returns to full strength.
resource-reroll-text = Once this turn, a combat or bombardment die, yours or the enemy's, is rolled again.
resource-hinder-text = The opponent loses a command point this turn.
resource-ground-text = One available enemy aviation marker goes to the used box at once.
support-none = none
markers = { $artillery ->
    [0] { $aviation } aviation
   *[other] { $aviation ->
        [0] { $artillery } artillery
       *[other] { $artillery } artillery, { $aviation } aviation
    }
}
support-some = { markers }{ $command ->
    [yes] , with a command point
   *[no] , coordination to be rolled
}

# What happened
event-turn = Turn { $turn }, { $date }
event-phase = { $phase ->
    [replacements] Replacements
    [resources] Resources
    [infiltration] Infiltration of the 11th Division
    [madrid] Offensive from Madrid
    [aviation] Aviation
    [reinforcements] Reinforcements
    [adjustment] Adjustment move
    [movement] Movement
    [combat] Combat
    [supply] Supply check
    [extra] Entry of the Navarrese Brigades
   *[reorganisation] Reorganisation of fire support
}{ $side ->
    [republican] : Republican
    [nationalist] : Nationalist
   *[both] {""}
}
event-rolled = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls { $die } for { $what ->
    [initiative] the initiative
    [infiltration] the infiltration
    [infiltration-points] movement points
    [madrid] the offensive from Madrid
    [bombardment] the bombardment
    [adjustment] the adjustment move
    [coordination] coordination
    [combat] the combat
    [stubborn] the stubborn defence
   *[maintenance] maintenance
}.
event-initiative = { $side ->
    [republican] The Republican keeps the initiative.
   *[nationalist] The Nationalist takes the initiative.
}
event-command = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} has { $points ->
    [one] { $points } command point.
   *[other] { $points } command points.
}
event-markers = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} support markers: artillery { $artillery }, aviation { $aviation }.
event-set-up = { $unit } is set up in { $place }.
event-drawn = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} draws the resource { $resource }.
event-chosen = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} has chosen a resource or none.
event-revealed = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} shows { $resource }.
event-wasted = { $resource } has nothing to work on and is used up ({ $side ->
    [republican] Republican
   *[nationalist] Nationalist
}).
event-restored = { $unit } is back at full strength.
event-infiltration = { $discovered ->
    [yes] The infiltration is discovered.
   *[no] The infiltration goes undiscovered.
}
event-infiltration-points = The 11th Division has { $points } movement points to share.
event-madrid = { $cancelled ->
    [yes] The offensive from Madrid is cancelled.
   *[no] { $at ->
        [madrid] The Vallecas Corps stays in Madrid.
        [carabanchel] The Vallecas Corps is in Carabanchel.
       *[asylum] The Vallecas Corps is at the San José asylum.
    }
}
event-held = { $artillery ->
    [yes] A Nationalist artillery marker is held at Madrid.
   *[no] A Nationalist aviation marker is held at Madrid.
}
event-bombarded = Bombardment of { $unit } in { $place }.
event-flak = Anti-aircraft fire: the { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} aviation marker returns on turn { $turn }.
event-interdicted = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} aviation interdicts { $place } and the hexes around it.
event-due = { $unit } arrives on turn { $turn }.
event-beside = { $unit } stands beside { $place }.
event-recovered = { $unit } returns from the recoverable casualties at full strength.
event-given = { $unit } becomes a final casualty.
event-adjustment = Up to { $units } Republican units may make the adjustment move.
event-moved = { $unit } moves from { $from } to { $place }.
event-entered = { $unit } enters at { $from } and goes to { $place }.
event-freed = { $unit } comes near: the units of Las Rozas and Majadahonda are free to act.
event-attacked = { $side ->
    [republican] The Republican attacks
   *[nationalist] The Nationalist attacks
} { $place }{ $joint ->
    [yes] {" "}with several divisions
   *[no] {""}
}.
event-joined = { $unit } attacks.
event-elite = { $used ->
    [yes] The { $role } uses the elite bonus.
   *[no] The { $role } declines the elite bonus.
}
event-support-chosen = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} has chosen support.
event-support = { $side ->
    [republican] Republican support:
   *[nationalist] Nationalist support:
} { $support }.
event-rerolled = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} has the die rolled again.
event-fought = { $place }: { $attack } to { $defence }, column { $column }, die { $die }: { $result }.
event-reduced = { $unit } loses a step.
event-eliminated = { $unit } is eliminated{ $recoverable ->
    [yes] {" "}(recoverable)
   *[no] {" "}for good
}.
event-away = { $unit } is withdrawn and returns on turn { $turn }.
event-stubborn = { $held ->
    [yes] The stubborn defence holds.
   *[no] The stubborn defence fails.
}
event-retreated = { $unit } retreats from { $from } to { $place }.
event-exited = { $unit } retreats off the map at { $place }.
event-advanced = { $unit } advances from { $from } to { $place }.
event-supply = { $cut ->
    [yes] { $unit } is out of supply.
   *[no] { $unit } is in supply again.
}
event-maintained = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
} aviation is recovered by a command point ({ $markers }).
event-maintenance = { $ready ->
    [yes] { $side ->
        [republican] A Republican
       *[nationalist] A Nationalist
    } aviation marker is available again.
   *[no] { $side ->
        [republican] A Republican
       *[nationalist] A Nationalist
    } aviation marker returns on turn { $turn }.
}
event-earned = { $place }: { $points ->
    [one] { $points } victory point
   *[other] { $points } victory points
} for the Republic, for good.
event-objective-drawn = All purple objectives are taken: the last objective is drawn in secret.
event-objective = { $shown ->
    [yes] The secret objective was { $place }.
   *[no] The secret objective is { $place }.
}
event-casualties = Casualties in combat factors: Republican { $republican }, Nationalist { $nationalist }.

# How it ends
over-points-republican = The Republic wins with { $points } victory points.
over-points-draw = A draw: the Republic has { $points } victory points.
over-points-nationalist = The Nationalists win: the Republic has { $points } victory points.
over-objective = The Republic wins: every purple town and the secret objective are taken.
over-vertices = A draw: the purple towns and the three vertices are held, the secret objective is not.
over-failed = The Nationalists win: the offensive has failed.

# What is rolled or drawn
chance-resources = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} draws a resource marker.
chance-initiative = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls for the initiative.
chance-infiltration = The Republican rolls for the infiltration.
chance-infiltration-points = The Republican rolls for the movement points of the 11th Division.
chance-madrid = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls for the offensive from Madrid.
chance-combat = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls the combat die.
chance-bombardment = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls the bombardment die.
chance-adjustment = The Republican rolls for the adjustment move.
chance-coordination = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls for coordination of a support marker.
chance-stubborn = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls for the stubborn defence.
chance-maintenance = { $side ->
    [republican] The Republican
   *[nationalist] The Nationalist
} rolls for maintenance of an aviation marker.
chance-objective = The Republican rolls for the secret objective.

# Prompts
prompt-wait = Waiting for { $side ->
    [republican] the Republican
   *[nationalist] the Nationalist
}.
prompt-none = Nothing to decide.
prompt-set-up = Place { $unit } in a hex of XVIII Corps.
prompt-replacement = Buy a replacement for a reduced unit, or pass.
prompt-granted = Choose the unit for the { $resource }.
prompt-resource = Choose a resource in secret, or none.
prompt-cull = Too many units in one hex: choose one to eliminate.
prompt-aviation = Bombard a unit, interdict hexes, or end the segment.
prompt-reroll = The die shows { $die }. Roll it again?
prompt-reinforce = Put reinforcements beside the map, recover units, or end the step.
prompt-enter = Choose the hex where { $unit } will enter.
prompt-recover = Choose { $give } more to give up for { $unit }.
prompt-movement = Choose a unit to move, or end movement.
prompt-early = The infiltration is discovered: move the units that enter, or end.
prompt-extra = Move the units that enter at the end of the turn, or end.
prompt-adjustment = Adjustment move: choose a unit ({ $units } left), or end.
prompt-infiltration = Choose a unit of the 11th Division (points left: { $points }), or end.
prompt-moving = Choose where { $unit } goes (movement points left: { $left }).
prompt-combat = Choose a hex to attack, or end combat.
prompt-declare = Choose the units that attack { $place }, then declare.
prompt-elite = Use the elite bonus?
prompt-support = Choose support in secret for the combat at { $place }, { $most } markers at most.
prompt-lose = Choose a unit to lose a step ({ $steps } to lose).
prompt-stubborn = Try a stubborn defence of { $place }, or retreat?
prompt-retreat = Retreat { $hexes ->
    [one] { $hexes } hex.
   *[other] { $hexes } hexes.
}
prompt-advance = Advance up to { $hexes ->
    [one] { $hexes } hex
   *[other] { $hexes } hexes
}, or stay.
prompt-maintain = Recover all used aviation for a command point, or roll for each marker?

# Choices
choose-pass = Pass
choose-end = End
choose-end-advance = No more advances
choose-end-aviation = End aviation
choose-end-reinforcements = End reinforcements
choose-end-movement = End movement
choose-end-combat = End combat
choose-roll = Roll { $die }
choose-draw = Draw { $resource }
choose-place = { $unit } to { $place }
price-command = It costs { $count ->
    [one] 1 command point.
   *[other] { $count } command points.
}
choose-replace = Restore { $unit }
choose-resource = { $resource }
choose-bombard = Bombard { $unit }
choose-interdict = Interdict { $place }
choose-reinforce = Bring on { $unit }
choose-at = Enter at { $place }
choose-hold = Keep it waiting
choose-recover = Recover { $unit }
choose-give = Give up { $unit }
choose-unit = Move { $unit }
choose-move = { $unit } to { $place }
choose-stop = Stop here
choose-eliminate = Eliminate { $unit }
choose-attack = Attack { $place }
choose-with = Attack with { $unit }
choose-declare = { $joint ->
    [yes] Declare the joint attack for a command point
   *[no] Declare the attack
}
choose-elite = Use the elite bonus
choose-no-elite = Do without the elite bonus
choose-support = Support: { $support }
choose-reroll = Roll again
choose-keep = Let it lie
choose-lose = { $unit } loses a step
choose-stubborn = Stubborn defence
choose-give-way = Retreat
choose-retreat = { $unit } retreats to { $place }
choose-exit = { $unit } leaves the map at { $place }
choose-perish = { $unit } has nowhere to go and is lost
choose-advance = { $unit } advances to { $place }
choose-maintain = Spend a command point
choose-maintain-rolls = Roll for each marker
warn-reinforcements = { $units } units are still waiting off the map.
warn-combat = { $hexes } hexes could still be attacked.

# Refusals
refused = { $text }
refused-moment = That is not what is decided now.
refused-points = { $unit } would have spent { $needs } movement points there and has { $has }.
refused-ratio = The attack comes to { $has } factors and needs { $needs }, half of the defence.
refused-markers = { $needs } markers are too many; { $has } may be used.
refused-price = It costs { $needs } command points; { $has } are left.
refused-start = { $unit } does not start there.
refused-route = { $unit } can get there by another route; go by waypoints to choose your own.

# Odds
odds-attack = Attack factors
odds-defence = Defence factors
odds-unit = { $unit }
odds-base = Ratio { $ratio }: column { $column }
odds-tank = T-26
odds-elite = Elite bonus
odds-terrain = Terrain
odds-envelopment = Attack from { $hexes ->
    [one] one hex
   *[other] { $hexes } hexes
}
odds-support = Support
odds-support-unshown = Support; the enemy's, not shown yet, counts as none
result-plain = { $result }
result-held = { $result }, and a stubborn defence that holds

# Marks on counters
tag-reduced = reduced
tag-unsupplied = out of supply
tag-moved = has moved
tag-fought = has attacked
tag-attacked = was attacked
tag-retreated = has retreated
tag-elite = elite
tag-frozen = may not move yet

# Phases
phase-administration = Administration
phase-operations = Aviation and Madrid
phase-reinforcements = Reinforcements
phase-movement = Movement
phase-combat = Combat
phase-reorganisation = Reorganisation

# Cards and tracks
figure-command = Command points
figure-artillery = Artillery
figure-aviation = Aviation
figure-resources = Resources left
figure-losses = Combat factors lost
figure-yellow = Yellow points earned
figure-purple = Purple points held now
figure-stock = { $available } available, { $used } used
track-madrid = Offensive from Madrid
track-initiative = Initiative
space-madrid = Madrid
space-carabanchel = Carabanchel
space-asylum = San José asylum
note-cancelled = Cancelled
note-held = Held: { markers }
note-due = turn { $turn }: { markers }
note-none-due = none
track-due-republican = Republican markers due
track-due-nationalist = Nationalist markers due
side-republican = Republican
side-nationalist = Nationalist
hand-objective = Secret objective
hand-objective-text = { $place } must be yours at the end of turn 6.
marker-interdiction = Interdiction
piece-name = { $name }, { $factors }, { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
}{ $marks }
overlay-zones = Zones of control
overlay-supply = Supply
overlay-control = Control
overlay-interdiction = Interdiction

# Boxes off the map.
box-turn = due on turn { $of }
box-beside = Beside { $of }
box-exited = Exited { $of }
box-reserve = Reserve
box-recoverable = Recoverable casualties
box-final = Final casualties

# Why not: what a refusal says, by the rule behind it.
that-unit = That unit
that-place = that hex
no-1_1e = { $place } is full: two infantry or cavalry units, one tank unit and one garrison to a side.
no-1_1g = A tank unit of this side is in { $place } already; two never share a hex.
no-1_1-r2 = An enemy unit is in { $place }.
no-1_2_2k = { $unit } is a garrison: it neither moves nor attacks.
no-10_1c = Nothing can be attacked there: it takes an enemy unit next to units of this side.
no-10_1e = { $unit } has attacked already this turn.
no-10_1f = The units in { $place } have been attacked already this turn.
no-10_1g = { $unit } is not one of the units that can take this loss.
no-10_1h = { $unit } has taken its loss; the others of the combat come before its second.
no-10_1i = The elite bonus was used: the first loss falls on an elite unit, one with two steps before one with a single step.
no-10_1j = The first loss falls on a unit with two steps, as one took part; { $unit } is not one.
no-10_1l = The attack is weaker than 1:2, which is not allowed.
no-10_2e = The support is settled; the die comes next.
no-10_3_2c = Tanks attack across a river only where a road or path crosses it.
no-10_3_3b = That is too much support: the attacker commits three markers at most, the defender two.
no-10_3_3-r1 = A command marker goes with at least one support marker, and takes a command point that is left.
no-10_3_3-r3 = There are not so many markers left to commit.
no-10_3_4a = { $unit } attacks only beside infantry or cavalry that attacks from the same hex.
no-10_3_4b = One tank unit takes part in an attack, and one does already.
no-10_3_4f = Nationalist tanks keep out of attacks on hexes with Republican tanks.
no-10_4_1e = There is a way of retreat through fewer enemy zones of control; the retreat must take it.
no-10_4_1i = The retreat must lead towards a supply source of its own side.
no-10_4_1j = The retreat must end the full number of hexes away.
no-10_4_1k = { $place } is full; the retreat must go one hex further.
no-10_4_1p = The units in { $place } were driven there in a combat that the attackers took no part in; they cannot be attacked.
no-10_4_1-r1 = That is no way of retreat: the full distance, the fewest enemy zones, then nearest to a supply source of its own.
no-10_4_1-r4 = Tanks retreat over a river along a road or path only.
no-10_4_1u = { $unit } waits beside the map and may come back at the nearest hex free of enemies only.
no-10_4_2b = An advance begins in the hex that the defender left.
no-10_4_2c = The defender retreated one hex, so the advance goes one hex.
no-10_4_2d = The defender retreated two hexes, so the advance goes two hexes at most.
no-10_4_2e = Beyond the hex that was left the advance may not enter an enemy zone of control without a friendly unit in it.
no-10_4_2f = The advance goes three hexes at most, even after a defender destroyed.
no-11_1a = On turn 2 the XVIII Corps has half its movement points.
no-11_1b = On turn 2 the XVIII Corps advances one hex only.
no-12_1i = The tank companies of the XVIII Corps are set up with its other units, one to a hex.
no-12_2b = That resource marker was not drawn.
no-2e = That belongs to another step of the segment.
no-2m = The adjustment move is half the movement points.
no-2o = Only the Navarrese Brigades, the cavalry and the tanks of the Nationalists arrive at this moment.
no-2-r2 = { $unit } cannot make an adjustment move.
no-3m = { $unit } is out of supply: it has half its movement points.
no-3p = { $unit } is out of supply and gets no replacement.
no-4_1a = The unit must stop when it enters an enemy zone of control.
no-5_1d = Units of different divisions attack together only for a command point, and none is to be had.
no-5_2m = That resource marker is spent.
no-6_1a = { $unit } is not due to arrive now.
no-6_1b = { $unit } stands beside the map next to another entry hex.
no-6_1d = Republican reinforcements enter at A, at B once it is held, or along the northern edge between them.
no-6_1e = An enemy unit is in { $place }: nobody can enter there.
no-6_1g = The 11th and the Guadarrama Division enter from C to E.
no-6_1h = The 13th Division enters from E to J.
no-6_1i = The 71st Division and the 4th Navarrese Brigade enter from K to L.
no-6_1j = The 150th Division enters from J to L.
no-6_1k = The 5th Navarrese Brigade enters from C to D.
no-6_1l = Nationalist tanks and cavalry enter at a lettered hex.
no-6_1n = Entering off the road leaves { $unit } half its movement points.
no-6_2a = { $unit } is not in play: it lies with the recoverable casualties.
no-6_2b = { $unit } cannot be recovered: it takes three infantry units of the same combat factor in the box.
no-6_2c = { $unit } cannot be the one: which comes back follows from whether two of the three are elite or regular.
no-6_2h = { $unit } is lost for good.
no-6_2i = { $unit } cannot be recovered: it takes four tank units in the box.
no-6_2j = { $unit } is in the Army reserve and comes only when T-26 are lost.
no-6_2k = Cavalry, garrisons and Nationalist tanks do not come back.
no-6_3a = There are too few command points: a regular replacement costs 1, an elite one 2.
no-6_3c = { $unit } is not reduced.
no-6_3d = { $unit } is not on the map.
no-6_3e = { $unit } lies with the recoverable casualties; replacements are for units on the map.
no-6_3-r1 = A regular replacement restores a regular unit, an elite one an elite unit.
no-8_1a = One aviation marker bombards in a segment, and it has been used.
no-8_1c = The target of a bombardment is one enemy unit on the map.
no-8_2a = No aviation marker is left for interdiction.
no-8_2c = Interdiction takes the road bonus away on this route.
no-8_3a = No marker of that kind needs a maintenance roll.
no-9a = Nobody leaves the map here.
no-9b = { $unit } has not enough movement points.
no-9e = Tanks cross a river along a road or path only.
no-9g = The road bonus is for a move along roads alone, out of enemy zones of control.
no-9h = The path bonus is for a move along roads and paths alone, out of enemy zones of control.
no-9j = { $place } is not playable.
no-9k = { $unit } is held in Las Rozas and Majadahonda until a Republican unit comes within four hexes.
no-9m = On turn 1 the 11th Division moves in its infiltration only.
no-9o = The shared movement points of the division do not suffice.
no-9p = The infiltration may not end while a hex holds too many units.
no-9-r4 = { $unit } is held in Las Rozas and Majadahonda and may not attack.
no-9-r6 = { $unit } may not spend more than its own movement points in the infiltration.
no-9s = In the early move a reinforcement has half its movement points.
no-10_4_1-r12 = The unit must go on from the full hex to a free one next to it.
no-10_4_1-r7 = A unit leaves the map in retreat only if no way of the full length is open to it.
no-10_4_1a = { $unit } is not one of the units that must retreat.
no-10_4_1l = That hex is full, too; the retreat must end where the fewest steps are lost.
no-10_4_2a = { $unit } was not in the attack that emptied the hex, so it may not advance.
no-2l = As many units as the dice allowed have made the adjustment move.
no-5_1-r1 = There are not enough command points left.
no-6_1f = Nationalist reinforcements enter at the letters of their zone, or at edge hexes between them.
no-8b = No aviation marker is left, or it is the other side's turn to fly.
no-9r = Only the reinforcements beside the map move at this moment.
no-10_4_1s = { $unit } cannot leave over an edge that its side does not control; it is eliminated there.
