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
prompt-infiltration = Choose a unit of the 11th Division ({ $points } points left), or end.
prompt-moving = Choose where { $unit } goes ({ $left } points left).
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
refused = { $text } (Rule { $rule }.)
refused-moment = That is not what is decided now (rule { $rule }).
refused-points = { $unit } would have spent { $needs } movement points there and has { $has }. (Rule { $rule }.)
refused-ratio = The attack comes to { $has } factors and needs { $needs }, half of the defence. (Rule { $rule }.)
refused-markers = { $needs } markers are too many; { $has } may be used. (Rule { $rule }.)
refused-price = It costs { $needs } command points; { $has } are left. (Rule { $rule }.)
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
