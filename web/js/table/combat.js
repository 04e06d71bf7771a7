// The tray below the map while a combat is prepared or fought.
import { tray } from '../panel/tray.js';

/** @param {import('./page.js').TablePage} page @returns {HTMLElement[]} */
export function combatTray(page) {
  const { shown, session } = page;
  const { offers } = page.hand;
  const fight = shown.view.fight;
  if (!fight || page.replay.past) return [];
  const unit = (/** @type {string} */ id) => page.pieces.unit(id);
  const joined = fight.attackers
    .map((id) => ({ unit: unit(id), on: true, choice: offers.pieces.get(id)?.[0] ?? null }))
    .flatMap((p) => (p.unit ? [{ ...p, unit: p.unit }] : []));
  const attackers = new Set(fight.attackers);
  const defenders = new Set(fight.defenders);
  const attacking = joined[0]?.unit.side ?? session.seat;
  const others = [...offers.pieces]
    .filter(([id]) => !attackers.has(id) && !defenders.has(id) && unit(id)?.side === attacking)
    .flatMap(([id, list]) => {
      const u = unit(id);
      return u ? [{ unit: u, on: false, choice: list[0] }] : [];
    });
  const place = fight.target ? page.gazetteer.places.get(fight.target) : null;
  return [
    tray({
      title: 'Attackers',
      parts: [...joined, ...others],
      target: fight.target ? page.gazetteer.name(fight.target) : 'No target yet',
      sub: place?.facts ?? '',
      defenders: fight.defenders.map(unit).filter((u) => u !== null),
      secrets: offers.secrets,
      hand: shown.view.hand.filter((held) => held.playable),
      toggle: (part) => {
        if (part.choice) page.hand.commit(part.choice);
        else if (part.on && part.unit.id === fight.attackers[fight.attackers.length - 1]) page.hand.undo();
      },
      point: (part) => {
        page.point(part?.choice ?? null);
        void page.chances.tryOut(part?.choice ?? null);
      },
      choose: (c) => page.hand.commit(c),
    }),
  ];
}
