### Storm Over Madrid, in English.

refused = { $text }
refused-room = { $needs } units would stand in { $place }, where { $has } may.
refused-moves = The step costs { $needs } MP, and the stack has { $has } left.
refused-support = The price in support points is { $needs }, and the side has { $has }.
refused-guns = They would be { $needs } artillery units, and { $has } may fire together.
refused-losses = Loss points it would take up: { $needs }; still to be taken: { $has }.
refused-turn = It is in play from turn { $needs }, and this is turn { $has }.
refused-moment = That is not what is decided now.

## How it ends
over-madrid = Madrid has fallen: the Nationalists control the city and are in supply there. Nationalist victory.
over-routes = All four roads to Madrid are cut. Nationalist victory.
over-points = The Nationalists have the victory points they need. Nationalist victory.
over-no-points = The Nationalists lack victory points. Republican victory.
over-held = Madrid has held out. Republican victory.

## Throws
chance-council = The Republican side rolls for the Madrid Defence Council.
chance-weather = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the weather.
chance-draw = { $side ->
    [republican] The Republican side draws
   *[nationalist] The Nationalist side draws
} a chit.
chance-rada = The Nationalist side rolls for Rada's column.
chance-initiative = The sides roll for the initiative.
chance-run = The Nationalist side rolls for its run of impulses.
chance-strife = The Republican side rolls for Strife.
chance-fire = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for Defensive Fire.
chance-morale = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for a morale test.
chance-attack = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the attack.
chance-bombardment = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the bombardment.
chance-chit = { $side ->
    [republican] The Republican side rolls
    [nationalist] The Nationalist side rolls
   *[nobody] The die is rolled
} for the chit.

## Prompts
ask-first-turn = Nationalist side: start on turn 10, or on turn 11 with more support points for both?
ask-setup = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: set up your units ({ $count } left).
ask-pause = Nationalist side: declare the Pause in Fighting?
ask-resume = Nationalist side: end the Pause in Fighting now?
ask-buy = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: buy event chits ({ $support } support points)?
ask-enter = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: place your reinforcements ({ $count } left).
ask-rebuild = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: rebuild up to { $line } line or { $shock } shock units.
ask-rebuilt = In which area does { $unit } return?
ask-impulse = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } impulse: activate an area, play a chit, or pass.
ask-impulse-run = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } impulse, { $run } in a row: activate an area, play a chit, or pass.
ask-impulse-durruti = Republican impulse, opened with Durruti: choose a combat or an assault.
ask-select-move = Which units of { $place } move? ({ $count } chosen)
ask-select-bombard = Which artillery of { $place } fires, and where? ({ $count } chosen)
ask-select-combat = Which units attack in { $place }? ({ $count } chosen)
ask-select-assault = Which shock units of { $place } assault, and where? ({ $count } chosen)
ask-strife = Strife: do the communists and Internationals act, or the anarchists?
ask-point = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: name your point unit.
ask-march = From { $place }: where next? (movement points left: { $left })
ask-rally = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: Defensive Fire has put the point unit out of the fight: Spent, driven back or lost. Name another, or cancel the assault.
ask-open = Nationalist side: play a Combat Event for the attack on { $place }?
ask-cancel-stampede = Republican side: cancel the Stampede?
ask-morale = Republican side: spare your units in { $place } the morale test?
ask-under-fire = Nationalist side: play a Combat Event before the Defensive Fire?
ask-fire = Republican side: play a Combat Event for your Defensive Fire?
ask-fire-rolled = Nationalist side: the Defensive Fire shows { $dice }. Have it rolled again?
ask-defend = Republican side: play a Combat Event in defence of { $place }?
ask-cancel-fortification = Nationalist side: cancel the Fortification?
ask-named = Nationalist side: play a Combat Event in defence of { $place }?
ask-before = Republican side: play a Combat Event before the attack dice?
ask-rolled = Nationalist side: the attack shows { $dice }. Have it rolled again?
ask-end = Republican side: play a chit at the end of your impulse?
ask-retreat = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: where do they retreat? ({ $units })
ask-counter = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: counter-attack in { $place }?
ask-foe-point = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: name the defending point unit in { $place }.
ask-lose = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: take { $points } loss { $points ->
    [one] point
   *[other] points
 }.
ask-aim = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: which area?
ask-flip = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: which units? ({ $count } to go)
ask-return = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } side: put unplayed chits back?
ask-test = { $unit } tests its morale (modifier { $modifier }).

## Actions
act-start = Start on turn { $turn }
act-place = { $unit } to { $place }
act-hold = { $unit } waits on the turn track
act-pause = Declare the Pause in Fighting
act-resume = End the Pause in Fighting
act-buy = Buy an event chit (1 support point)
act-draw = Draw { $chit }
act-rebuild = Rebuild { $unit }; { $other } leaves the game
act-rebuild-one = Rebuild { $unit }
act-done = Enough
act-done-pause = No Pause this turn
act-done-pausing = The Pause goes on
act-done-buy = Buy no more chits
act-done-rebuild = Rebuild no more
act-done-no-counter = No counter-attack
act-done-counter = Counter-attack with these
act-done-return = Keep the rest
act-pass = Pass
act-move = Move from { $place }
act-bombard = Bombard from { $place }
act-combat = Attack in { $place }
act-assault = Assault from { $place }
act-with = { $unit } takes part
price-support = It costs { $count ->
    [one] 1 support point.
   *[other] { $count } support points.
}
price-no-refuge = It has nowhere to retreat to and is eliminated.
act-setup = Set up the rest for me
act-prepare = Make it a prepared attack (1 support point)
act-ready = Go with { $count } { $count ->
    [one] unit
   *[other] units
 }
act-against = Against { $place }
act-let-communists = The communists and Internationals act
act-let-anarchists = The anarchists act
act-to = To { $place } ({ $cost } MP)
act-to-fire = To { $place } ({ $cost } MP), under Defensive Fire
act-stop = Stop here
act-point = { $unit } is the point unit
act-cancel = Cancel the assault
act-play = Play { $chit }: { $effect }
act-decline = Play no chit
act-counter = { $unit } counter-attacks
act-lose-flip = { $unit } turns Spent ({ $points })
act-lose-retreat = { $unit } retreats ({ $points })
act-lose-eliminate = { $unit } is eliminated ({ $points })
act-retreat = { $unit } retreats to { $place }
act-target = Strike { $place }
act-turn = Turn { $unit } over
act-return = Put { $chit } back
act-roll = Roll
warn-pass = The other side has passed too: passing now ends the phase with { $count } Fresh units unused.

## What chits do
chit-artillery = bombard an area with or next to own units with 2 dice + 4; the enemy names his point unit
chit-air = bombard any area with 2 dice + 4
chit-air-morale = bombard any area with 2 dice + 4; the survivors test their morale
chit-tanks-attack = +3 to the Attack Value
chit-tanks-counter = +3 to the Intensity Level
chit-tanks-fire = +3 to the Defensive Fire
chit-fortification-terrain = the terrain modifier counts double
chit-fortification-whole = the whole Defence Value counts double
chit-fortification-fresh = counter-attackers stay Fresh
chit-pasaran-fresh = turn up to a die's number of units Fresh
chit-pasaran-rebuild = rebuild as in the replacements phase
chit-pasaran-morale = morale rises one level
chit-durruti = anarchists are shock units with factor 1 for this and the next impulse
chit-plans = a second impulse follows at once
chit-miaja-test = no morale test before this combat
chit-miaja-stampede = cancels the Stampede
chit-surprise = no Defensive Fire and no counter-attack in this impulse
chit-engineers-terrain = the terrain modifier of the attacked area is 0
chit-engineers-fortification = cancels the Fortification
chit-fifth-column = turn a die's number of Republican units in one area Spent
chit-strife = for the rest of the turn communists and anarchists may fail to act together
chit-durruti-death = Durruti Will Save Madrid leaves the game
chit-stampede-line = line units in the suburb test their morale
chit-stampede-shock = shock units test their morale too
chit-valencia = no Republican combat or bombardment in the next three Republican impulses
chit-teresa-own = roll your attack again
chit-teresa-attack = the Republican attack is rolled again
chit-teresa-fire = the Defensive Fire is rolled again
chit-mola-rebuild = rebuild one unit
chit-mola-fresh = turn up to a die's number of units Fresh
chit-alfereces = +3 to the Nationalist Defence Value

## Events
ev-turn = Turn { $turn }: { $date }.
ev-first-turn = The game starts on turn { $turn }.
ev-placed = { $unit } is placed in { $place }.
ev-waits = { $unit } waits on the turn track.
ev-pause = The Nationalists declare a Pause in Fighting.
ev-resume = The Pause in Fighting is over.
ev-council-comes = Madrid Defence Council: { $die }, with modifiers { $total }. It comes into play.
ev-council-not = Madrid Defence Council: { $die }, with modifiers { $total }. Not yet.
ev-weather-bad = Weather: { $die }, with modifiers { $total }. Bad weather.
ev-weather-clear = Weather: { $die }, with modifiers { $total }. Clear.
ev-income = { $side ->
    [republican] The Republic
   *[nationalist] The Nationalists
 } gain{ $side ->
    [republican] s
   *[nationalist] { "" }
 } { $points } support points.
ev-bought = { $side ->
    [republican] The Republic buys
   *[nationalist] The Nationalists buy
 } an event chit.
ev-drew = Drawn: { $chit }.
ev-rada-unrolled = Rada's column enters.
ev-rada-enters = Rada's column: { $die }. It enters.
ev-rada-not = Rada's column: { $die }. Not yet.
ev-rebuilt = { $unit } is rebuilt.
ev-removed = { $unit } leaves the game.
ev-initiative = { $side ->
    [republican] The Republic has
   *[nationalist] The Nationalists have
 } the initiative.
ev-initiative-rolled = Initiative: Nationalists { $nationalist }, Republic { $republican }. { $side ->
    [republican] The Republic has
   *[nationalist] The Nationalists have
 } it.
ev-run = The Nationalists may play { $die } { $die ->
    [one] impulse before the Republican side's first.
   *[other] impulses in a row.
 }
ev-passed = { $side ->
    [republican] The Republic passes
   *[nationalist] The Nationalists pass
 }.
ev-act-move = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } movement from { $place }.
ev-act-bombard = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } bombardment from { $place }.
ev-act-combat = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } attack in { $place }.
ev-act-assault = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } assault from { $place }.
ev-act-event = { $side ->
    [republican] Republican
   *[nationalist] Nationalist
 } event.
ev-joined = { $unit } takes part.
ev-prepared = It is a prepared attack.
ev-paid = { $side ->
    [republican] The Republic pays
   *[nationalist] The Nationalists pay
 } { $points } support { $points ->
    [one] point
   *[other] points
 }.
ev-strife-split = Strife: { $die }. Only one group may act.
ev-strife-not = Strife: { $die }. They act together.
ev-barred = Kept from acting: { $units }.
ev-marched = { $units }: { $from } to { $to } ({ $cost } MP).
ev-control = { $side ->
    [republican] The Republic takes
   *[nationalist] The Nationalists take
 } { $place }.
ev-morale-up = Republican morale rises to { $level }.
ev-morale-down = Republican morale drops to { $level }.
ev-river-open = The Nationalists may cross the Manzanares and the Jarama from now on.
ev-released = The units of the city may be activated from now on.
ev-point = { $unit } is the point unit.
ev-fire = Defensive Fire: { $dice } + { $strength } against { $defence }: { $losses } loss { $losses ->
    [one] point
   *[other] points
 }.
ev-cancelled = The assault is cancelled.
ev-test-passes = { $unit } tests { $die }, modified { $total }: it stands.
ev-test-retreats = { $unit } tests { $die }, modified { $total }: it retreats.
ev-test-eliminated = { $unit } tests { $die }, modified { $total }: it dissolves.
ev-retreated = { $unit } retreats from { $from } to { $to }.
ev-fresh = { $unit } turns Fresh.
ev-spent = { $unit } turns Spent.
ev-eliminated = { $unit } is eliminated.
ev-countered = { $unit } counter-attacks.
ev-fought = Combat in { $place }: dice { $dice } count { $sum }; AV { $attack }, DV { $defence }, IL { $intensity }. The defender loses { $defender }, the attacker { $attacker }.
ev-bombarded = Bombardment of { $place }: dice { $dice } count { $sum }, + { $bonus } against { $defence }: { $losses } loss { $losses ->
    [one] point
   *[other] points
 }.
ev-ignored = { $points } loss { $points ->
    [one] point
   *[other] points
 } cannot be taken.
ev-played = { $side ->
    [republican] The Republic plays
   *[nationalist] The Nationalists play
 } { $chit }: { $effect }.
ev-undone = { $chit } is cancelled.
ev-aimed = Target: { $place }.
ev-chit-die = The chit's die shows { $die }.
ev-phase-over = The activation phase is over.
ev-returned = Put back: { $chit }.

## Odds
odds-combat = defender loses { $defender }, attacker { $attacker }
odds-bombardment = defender loses { $defender }
odds-fire = mover loses { $attacker }
item-factors = combat factors of the attackers
item-tanks = Tanks!
item-defence = Defence Factor of the point unit
item-assumed = As things stand: nobody fails a morale test or counter-attacks from here on, and no event is played
item-terrain = terrain modifier
item-engineers = Combat Engineers cancel the terrain
item-fortification = Fortification
item-alfereces = Alféreces Provisionales
item-base = Intensity Level starts at
item-assault = assault
item-outnumbered = the defender has more units
item-counter = counter-attackers
item-all-shock = only shock units attack, none defends
item-all-spent = all defenders are Spent
item-counter-tanks = Tanks! in the counter-attack
item-best-two = three dice, the two best count
item-worst-two = three dice, the two worst count
item-guns = bombarding artillery
item-chit = bombardment chit
item-fire = combat factors of Fresh defenders
item-trios = for every three Fresh defenders without a factor

## View
phase-setup = Set-up
phase-pause = Pause in Fighting
phase-council = Defence Council
phase-weather = Weather
phase-support = Support
phase-chits = Event chits
phase-reinforcements = Reinforcements
phase-replacements = Replacements
phase-initiative = Initiative
phase-impulses = Impulses
phase-administration = Administration
phase-return = Chits returned
phase-refresh = Recovery
figure-support = Support points
figure-chits = Chits in hand
figure-pool = Chits in the pool
figure-eliminated = Eliminated units
figure-won = Areas won this turn
figure-points = Victory points
figure-fresh = Fresh units
track-morale = Republican morale
track-weather = Weather
track-routes = Supply roads
track-council = Madrid Defence Council
track-rivers = Manzanares and Jarama
track-pause = Pause in Fighting
track-city = Units of the city
route-open = open
route-cut = cut
weather-clear = Clear
weather-bad = Bad weather
council-yes = In play
council-no = Not in play
rivers-barred = Barred to the Nationalists
rivers-open = Open
pause-on = In force since turn { $turn }
pause-off = Not in force
pause-over = Over
city-locked = May not be activated
city-free = Free to act
tag-spent = Spent
tag-chosen = takes part
tag-point = point unit
tag-unsupplied = out of supply
tag-shock = shock unit
tag-locked = may not be activated
overlay-supply-republican = Republican supply
overlay-supply-nationalist = Nationalist supply
overlay-control = Control
overlay-routes = Supply roads
overlay-terrain = Terrain modifiers

# Boxes off the map.
box-turn = due on turn { $of }
box-casualties = Casualties
box-pool = to be set up

# Why not: what a refusal says, by the rule behind it.
that-unit = That unit
that-place = that area
no-1_1e = { $unit } is Spent: all it can do is defend.
no-1_1l = { $unit } has its own area for the set-up.
no-1_1n = { $unit } sets up in one of the areas printed on it; { $place } is not one.
no-2c = { $place } is not next to that area.
no-2d = { $place } touches it at a corner only, which is not next to it.
no-2k = { $place } is a box of the enemy.
no-3_2c = { $place } cannot hold so many units: ten to a side, also in passing.
no-3_2d = { $place } holds ten units of this side already.
no-5d = A third gun in one bombardment costs a support point, and there is none.
no-5e = More than five units cost a support point, and there is none.
no-5f = A prepared attack costs a support point, and there is none.
no-6b = Chits are drawn in their own phase.
no-6d = That chit was played already this turn.
no-6e = That chit takes the place of a whole impulse.
no-6f = That chit is played with a combat.
no-6h = That chit is not in play yet.
no-6k = That chit is not in hand.
no-6-r6 = That chit has its own moment in a combat, and this is not it.
no-7a = { $unit } is not a reinforcement to be placed there now.
no-7b = { $unit } must arrive in its own area, or in the nearest open one if the enemy holds that.
no-7c = { $unit } must arrive in its own area, or in the nearest open one if that is full.
no-7-r1 = { $place } is not the nearest open area for { $unit }.
no-7-r2 = The arrival area of { $unit } is open: it must be placed.
no-8b = One shock unit or two line units come back in a turn, not both.
no-8c = A rebuild takes two eliminated units of the same kind and faction.
no-8d = { $unit } is not the unit of the pair that comes back.
no-8e = The rebuilt unit is placed in an area that its side controls; { $place } is not.
no-8f = The unit that is weaker in attack comes back.
no-8g = The unit that is weaker in defence comes back.
no-8h = International Brigades are not rebuilt.
no-8i = Legion and Moroccan units are rebuilt in a Pause only.
no-8j = Artillery is not rebuilt.
no-9b = The units of one area are activated, for one thing.
no-9_2a = Choose the units that move first.
no-9_2b = { $unit } cannot lead the crossing.
no-9_2d = The stack has not enough movement points left for { $place }.
no-9_2j = From one enemy area the stack may not go straight into another.
no-9_2l = Artillery enters an enemy area only if a friendly unit is there.
no-9_2-r3 = From an enemy area the stack may only go on into a friendly one.
no-9_2-r7 = There is no way from one box straight to another.
no-9_3a = Bombarding takes Fresh artillery in the target area or next to it.
no-9_3b = Choose one to three artillery units first.
no-9_3c = Three artillery units at most fire together.
no-9_3d = The unit that the fire falls on must be named.
no-9_3-r1 = The guns of one area fire together, at an area with enemy units.
no-9_3-r2 = { $unit } cannot be named: an artillery unit only where there is nothing else.
no-9_4_1a = Units fight in the area where they stand.
no-9_4_1b = { $unit } has no combat factor to attack with.
no-9_4_1h = { $unit } cannot counter-attack here.
no-9_4_1i = { $unit } cannot counter-attack: it must be Fresh and have a combat factor.
no-9_4_1q = A Fresh line or shock unit with a combat factor must lead the defence.
no-9_4_1-r4 = An artillery unit leads an attack only if artillery attacks alone.
no-9_4_1r = A Fresh line or shock unit must lead the defence.
no-9_4_1s = A line or shock unit with a combat factor must lead the defence.
no-9_4_1t = A line or shock unit must lead the defence.
no-9_4_1u = A Fresh artillery unit must lead the defence.
no-9_4_1w = One of the counter-attacking units must lead the defence.
no-9_4_1y = The dice come next.
no-9_4_3b = Only shock units assault.
no-9_4_3d = The assault cannot get to { $place }.
no-9_4_3-r2 = There is no enemy in { $place }: that would be a plain move, not an assault.
no-9_4_3-r4 = An assault strikes another area than the one it begins in.
no-9_5-r4 = { $unit } cannot lead the assault: it must be Fresh and in the area.
no-9_6a = { $unit } is Spent already.
no-9_6f = { $unit } has retreated from this fight and cannot take that loss as well.
no-9_6g = { $unit } is not one of the units that take these losses.
no-9_6h = { $unit } did not fight in this combat.
no-9_6i = { $unit } is not in the area.
no-9_6j = As many loss points as possible must be taken; this way some would be left over.
no-9_6l = The point unit must take at least as many points as any other.
no-9_6m = Artillery is eliminated only when nothing else is left.
no-9_6-r1 = That many loss points are not due, or this choice would leave points that could be taken otherwise.
no-9_6-r2 = { $unit } has nowhere to retreat to, and artillery may not be lost before the others.
no-9_7a = { $place } is not next to the area that { $unit } leaves.
no-9_7b = A friendly area without enemies is open; the retreat must go there.
no-9_7c = A friendly area is open; the retreat must go there.
no-9_7d = The retreat may go into an enemy area only if friends are there.
no-9_7f = { $place } is full: ten units to a side.
no-9_7h = A retreat goes one area.
no-9_8b = Artillery takes no part in assaults.
no-12_1i = No Nationalist unit may cross the Manzanares or the Jarama yet.
no-12_2e = The Republic sets up first.
no-12_2i = Republican units are set up in green and brown areas; { $place } is neither.
no-12_2j = Every green and brown area needs a Republican unit; too few would be left for those still empty.
no-12_2l = Nationalist units are set up in blue and brown areas; { $place } is neither.
no-12_2m = Every blue and brown area needs a Nationalist unit; too few would be left for those still empty.
no-12_2v = The garrison of Madrid stays locked until the city is bombarded or Nationalists are in it.
no-12_3l = No Nationalist unit may cross the Manzanares or the Jarama yet.
no-12_3s = In the Pause Nationalists enter a Republican area only if it is contested.
no-12_3t = In the Pause Nationalists do not attack in Republican areas.
no-12_3u = In the Pause Nationalists do not bombard Republican areas.
no-15-r1 = There is no enemy unit there for the fire to fall on.
no-15_N1b = The Reserve Artillery reaches areas with a Nationalist unit in them or next to them.
no-15_R1b = The Reserve Artillery reaches areas with a Republican unit in them or next to them.
no-15_N5-r1 = As many Fresh units as the die says must be turned, as far as there are any.
no-15_N5b = A unit must be turned Spent.
no-15_N8b = Stampede does not work in Madrid itself.
no-15_N8c = That use of Stampede is for an urban area with Republican line units.
no-15_N8d = That use of Stampede is for a normal area with Republican shock units.
no-15_N9b = The government flees only while the Nationalists hold an area next to an urban one.
no-15_N9c = The government has fled: no Republican combat for three impulses.
no-15_N9d = The government has fled: no Republican bombardment for three impulses.
no-15_N11-r1 = There is no eliminated unit that Mola could bring back.
no-15_N11b = A unit must be brought back.
no-15_N12-r1 = Alféreces has no effect in this moment.
no-15_R3c = That use of Tanks! is for a Republican counter-attack.
no-15_R4c = That use of Fortification is for units that counter-attacked.
no-15_R4d = Fortification is played before the combat is resolved.
no-15_R5-r1 = There is no Spent unit to be turned Fresh.
no-15_R5-r2 = There is nothing to rebuild.
no-15_R5b = { $unit } cannot be turned Fresh.
no-15_R6-r2 = Durruti comes with a combat or an assault.
no-15_R7b = The captured plans are played at the end of a Republican impulse.
no-1_1k = { $unit } is a reinforcement of a later turn.
no-12_3n = A Pause is declared once in the game, in the first phase of a turn.
no-12_3p = There is no Pause to be ended now.
no-12_3v = In the Pause the Nationalists draw no chits.
no-5c = A chit costs a support point, and there is none.
no-6-r5 = The pool of chits is empty.
no-6c = There are five chits in hand already.
no-8a = { $unit } is eliminated.
no-9_4_1d = { $unit } cannot lead the attack: it is not one of the attackers.
no-9_4_2-r1 = The attack must be prepared when its units are chosen, not now.
no-9_4_3-r1 = Each assaulting unit must be Fresh and have a combat factor of 1 or more.
no-9_4_3c = { $unit } cannot lead the assault: it is not one of the assaulting units.
no-9_5k = { $unit } cannot take over the assault.
no-15_N1d = { $unit } cannot be named: an artillery unit only where there is nothing else.
no-15_N2c = { $unit } cannot be named: an artillery unit only where there is nothing else.
no-15_R1d = { $unit } cannot be named: an artillery unit only where there is nothing else.
no-15_R2c = { $unit } cannot be named: an artillery unit only where there is nothing else.
no-9_3e = { $unit } cannot be named: an artillery unit only where there is nothing else.
