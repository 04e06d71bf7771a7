//! Lines that stand for several, where games share them.

/// `attack HEX with UNIT UNIT …`: the attack, each unit that `joins`, and that it is declared.
pub fn attack(line: &str, joins: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut words = line.split_whitespace();
    let (Some("attack"), Some(hex), Some("with")) = (words.next(), words.next(), words.next()) else {
        return None;
    };
    let mut lines = vec![format!("attack {hex}")];
    let mut units = words.peekable();
    units.peek()?;
    lines.extend(units.filter(|unit| joins(unit)).map(|unit| format!("with {unit}")));
    lines.push("declare".to_owned());
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::attack;

    #[test]
    fn an_attack_in_one_line_is_declared() {
        assert_eq!(
            attack("attack 1604 with 3a 3b", |_| true).unwrap(),
            ["attack 1604", "with 3a", "with 3b", "declare"]
        );
        assert_eq!(
            attack("attack 1604 with 3a 3b", |u| u != "3a").unwrap(),
            ["attack 1604", "with 3b", "declare"]
        );
        assert_eq!(attack("attack 1604 with", |_| true), None);
        assert_eq!(attack("attack 1604", |_| true), None);
    }
}
