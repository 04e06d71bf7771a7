//! The numbers of the rules and the combat results, from `tables.toml`.

use super::files::*;
use super::types::*;
use crate::ids::W;
use arrayvec::ArrayVec;
use frente_board::data::DataText;
use frente_board::{DataError, HexMap};
use frente_engine::PerSide;
use toml::Spanned;

fn read_outcome(text: &DataText, cell: &Spanned<String>, file: &CrtTable) -> Result<Outcome, DataError> {
    let wrong = || {
        let problem =
            format!("{:?}: expected a result such as \"1*/-\", \"-/R\" or \"1/1R\"", cell.get_ref());
        text.wrong(cell.span(), problem)
    };
    let steps = |s: &str| match s {
        "-" | "" => Ok(0),
        _ => s.parse::<u8>().map_err(|_| wrong()),
    };
    let (attack, defence) = cell.get_ref().split_once('/').ok_or_else(wrong)?;
    let (attack, tank) = match attack.strip_suffix('*') {
        Some(rest) => (rest, TankEffect::Eliminated),
        None => attack.strip_suffix('^').map_or((attack, TankEffect::None), |rest| (rest, TankEffect::Away)),
    };
    // 10.3.6-r1: a bare R is the green one, an R with a number the black one.
    let (defender, retreat, stubborn) = match defence.strip_suffix('R') {
        Some("") => (0, file.retreat_green, true),
        Some(n) => (steps(n)?, file.retreat_black, false),
        None => (steps(defence)?, 0, false),
    };
    Ok(Outcome { attacker: steps(attack)?, tank, defender, retreat, stubborn })
}

/// Numbers that follow from others, or from their place in a list.
fn check_counts(text: &DataText, file: &TablesFile) -> Result<(), DataError> {
    let InitiativeTable { republican_until, contested, .. } = &file.initiative;
    if *contested.get_ref() != republican_until + 1 {
        let problem = format!("expected {}, the turn after republican_until", republican_until + 1);
        return Err(text.wrong(contested.span(), problem));
    }
    let envelopment = file.shift.envelopment.get_ref();
    if envelopment[0] != 0 || envelopment.windows(2).any(|w| w[0] > w[1]) {
        let problem = "expected columns by number of hexes, from none for no hex, never falling";
        return Err(text.wrong(file.shift.envelopment.span(), problem));
    }
    // A search takes it that every step is paid for.
    let TerrainTable { clear, hill, forest, .. } = &file.terrain;
    let terrains = [clear, hill, forest].into_iter().flat_map(|t| [t.infantry, t.cavalry, t.tank]);
    if terrains.chain([file.link.road.cost, file.link.path.cost]).any(|points| points == 0) {
        let at = text.text.find("[terrain]").unwrap_or(0);
        return Err(text.wrong(at..at, "expected steps that cost at least 1 movement point"));
    }
    for (n, turn) in (1..).zip(&file.turn) {
        if *turn.turn.get_ref() != n {
            return Err(text.wrong(turn.turn.span(), format!("expected turn {n}")));
        }
    }
    Ok(())
}

pub(super) fn read_tables(text: &DataText, file: &TablesFile, map: &HexMap<W>) -> Result<Tables, DataError> {
    let mut crt: ArrayVec<[Outcome; COLUMNS], 6> = ArrayVec::new();
    let mut crt_text: ArrayVec<[String; COLUMNS], 6> = ArrayVec::new();
    let shape = || text.wrong(0..0, "[crt]: expected six rows of eight results under eight columns");
    for row in &file.crt.rows {
        let mut results: ArrayVec<Outcome, COLUMNS> = ArrayVec::new();
        let mut texts: ArrayVec<String, COLUMNS> = ArrayVec::new();
        for cell in row {
            results.try_push(read_outcome(text, cell, &file.crt)?).map_err(|_| shape())?;
            texts.push(cell.get_ref().clone());
        }
        crt.try_push(results.into_inner().map_err(|_| shape())?).map_err(|_| shape())?;
        crt_text.push(texts.into_inner().map_err(|_| shape())?);
    }
    let columns: ArrayVec<String, COLUMNS> =
        file.crt.columns.iter().take(COLUMNS).map(|c| c.get_ref().clone()).collect();
    let hex = &file.infiltration.hex;
    let infiltration_hex = map
        .find(hex.get_ref())
        .ok_or_else(|| text.wrong(hex.span(), format!("there is no hex {:?} on the map", hex.get_ref())))?;
    let bonus = |l: &LinkCost| [l.infantry, l.cavalry, l.tank];
    let at = text.text.find("[link]").unwrap_or(0);
    if bonus(&file.link.road).iter().zip(bonus(&file.link.path)).any(|(road, path)| *road < path) {
        return Err(text.wrong(at..at, "[link]: expected road bonuses no smaller than path bonuses"));
    }
    check_counts(text, file)?;
    Ok(Tables {
        battalions: file.stacking.battalions,
        tanks: file.stacking.tanks,
        garrisons: file.stacking.garrisons,
        republican_until: file.initiative.republican_until,
        contested: *file.initiative.contested.get_ref(),
        supply_reach: file.supply.reach,
        command_points: file.command.points,
        joint_attack: file.command.joint_attack,
        support_command: file.command.support,
        aviation_command: file.command.aviation,
        regular_replacement: file.command.regular_replacement,
        elite_replacement: file.command.elite_replacement,
        replacements_per_turn: file.command.replacements_per_turn,
        replacements_from: file.command.replacements_from,
        resources_from: PerSide::new(file.resources.republican_from, file.resources.nationalist_from),
        recover_infantry: file.recovery.infantry,
        recover_tanks: file.recovery.tanks,
        reserve: file.recovery.reserve,
        madrid_last_start: file.madrid.last_start,
        madrid_advance: file.madrid.advance.0,
        madrid_asylum: file.madrid.asylum.0,
        madrid_cancelled: file.madrid.cancelled.0,
        madrid_pushed_back: file.madrid.pushed_back.0,
        bombardments: file.bombardment.per_segment,
        bombardment_hits: file.bombardment.hits.0,
        flak: file.bombardment.flak.0,
        flak_return: file.bombardment.flak_return,
        interdiction: file.interdiction.extra,
        maintenance_fails: PerSide::new(
            file.maintenance.republican_fails.0,
            file.maintenance.nationalist_fails.0,
        ),
        maintenance_return: file.maintenance.back,
        infiltration_turn: file.infiltration.turn,
        infiltration_hex,
        infiltration_undiscovered: file.infiltration.undiscovered.0,
        infiltration_dice: file.infiltration.dice,
        infiltration_dice_discovered: file.infiltration.dice_discovered,
        infiltration_minimum: file.infiltration.minimum,
        slow_turn: file.slowness.turn,
        slow_advance: file.slowness.advance,
        captured_losses: file.captured.losses,
        river_attack: file.river.attack,
        road_cost: file.link.road.cost,
        path_cost: file.link.path.cost,
        road_bonus: bonus(&file.link.road),
        path_bonus: bonus(&file.link.path),
        elite_shift: file.shift.elite,
        support_shift: file.shift.support,
        tanks_per_attack: file.shift.tanks_per_attack,
        support_attack: file.shift.support_attack,
        support_defence: file.shift.support_defence,
        coordination_fails: file.shift.coordination_fails.0,
        envelopment: *file.shift.envelopment.get_ref(),
        crt: crt.into_inner().map_err(|_| shape())?,
        crt_text: crt_text.into_inner().map_err(|_| shape())?,
        columns: columns.into_inner().map_err(|_| shape())?,
        tank_away: file.crt.tank_away,
        stubborn_holds: file.stubborn.holds.0,
        stubborn_costly: file.stubborn.costly.0,
        advance_all_lost: file.advance.all_lost,
        yellow_from: file.victory.yellow_from,
        victory_republican: file.victory.republican,
        victory_draw: file.victory.draw,
        casualties: file.victory.casualties,
        dates: file.turn.iter().map(|t| t.date.clone()).collect(),
    })
}
