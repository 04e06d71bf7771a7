//! The numbers of the rules and the combat results, from `tables.toml`.

use super::book::*;
use super::files::*;
use crate::ids::W;
use arrayvec::ArrayVec;
use frente_board::data::DataText;
use frente_board::{DataError, HexMap};
use frente_engine::PerSide;
use toml::Spanned;

/// Results of a die as a set of bits.
pub(super) fn dice(values: &[u8]) -> u8 {
    values.iter().fold(0, |set, v| set | 1 << (v & 7))
}

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
    Ok(Tables {
        battalions: file.stacking.battalions,
        tanks: file.stacking.tanks,
        garrisons: file.stacking.garrisons,
        republican_until: file.initiative.republican_until,
        contested: file.initiative.contested,
        supply_reach: file.supply.reach,
        command_points: file.command.points,
        joint_attack: file.command.joint_attack,
        support_command: file.command.support,
        aviation_command: file.command.aviation,
        regular_replacement: file.command.regular_replacement,
        elite_replacement: file.command.elite_replacement,
        replacements_from: file.command.replacements_from,
        resources_from: PerSide::new(file.resources.republican_from, file.resources.nationalist_from),
        recover_infantry: file.recovery.infantry,
        recover_tanks: file.recovery.tanks,
        reserve: file.recovery.reserve,
        madrid_last_start: file.madrid.last_start,
        madrid_advance: dice(&file.madrid.advance),
        madrid_asylum: dice(&file.madrid.asylum),
        madrid_cancelled: dice(&file.madrid.cancelled),
        madrid_pushed_back: dice(&file.madrid.pushed_back),
        bombardments: file.bombardment.per_segment,
        bombardment_hits: dice(&file.bombardment.hits),
        flak: dice(&file.bombardment.flak),
        flak_return: file.bombardment.flak_return,
        interdiction: file.interdiction.extra,
        maintenance_fails: PerSide::new(
            dice(&file.maintenance.republican_fails),
            dice(&file.maintenance.nationalist_fails),
        ),
        maintenance_return: file.maintenance.back,
        infiltration_turn: file.infiltration.turn,
        infiltration_hex,
        infiltration_undiscovered: dice(&file.infiltration.undiscovered),
        infiltration_dice: file.infiltration.dice,
        infiltration_dice_discovered: file.infiltration.dice_discovered,
        infiltration_minimum: file.infiltration.minimum,
        slow_turn: file.slowness.turn,
        slow_advance: file.slowness.advance,
        captured_losses: file.captured.losses,
        river_attack: file.river.attack,
        link_cost: file.link.road.cost,
        road_bonus: bonus(&file.link.road),
        path_bonus: bonus(&file.link.path),
        elite_shift: file.shift.elite,
        support_shift: file.shift.support,
        tanks_per_attack: file.shift.tanks_per_attack,
        support_attack: file.shift.support_attack,
        support_defence: file.shift.support_defence,
        coordination_fails: dice(&file.shift.coordination_fails),
        envelopment: file.shift.envelopment,
        crt: crt.into_inner().map_err(|_| shape())?,
        crt_text: crt_text.into_inner().map_err(|_| shape())?,
        columns: columns.into_inner().map_err(|_| shape())?,
        tank_away: file.crt.tank_away,
        stubborn_holds: dice(&file.stubborn.holds),
        stubborn_costly: dice(&file.stubborn.costly),
        advance_all_lost: file.advance.all_lost,
        yellow_from: file.victory.yellow_from,
        victory_republican: file.victory.republican,
        victory_draw: file.victory.draw,
        casualties: file.victory.casualties,
        dates: file.turn.iter().map(|t| t.date.clone()).collect(),
    })
}
