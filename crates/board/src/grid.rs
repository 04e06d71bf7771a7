//! Hex coordinates: both orientations and every numbering the games use.
//!
//! Whatever is printed in a hex, inside the program it has cube coordinates, so that neighbours and distances are the
//! same arithmetic for all maps. A [`Grid`] translates between the printed number and the coordinates.

use serde::{Deserialize, Serialize};

/// One of the six directions, clockwise. Flat-topped grids start at north, pointy-topped ones at north-east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Dir(u8);

impl Dir {
    /// All six, clockwise.
    pub const ALL: [Dir; 6] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5)];

    /// Direction number `i`.
    ///
    /// # Panics
    /// When `i` is 6 or more.
    #[inline]
    pub fn new(i: u8) -> Self {
        assert!(i < 6, "a hex has six directions");
        Dir(i)
    }

    /// Its number, 0 to 5.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The way back.
    #[inline]
    #[must_use]
    pub fn opposite(self) -> Self {
        Dir((self.0 + 3) % 6)
    }

    /// The direction `steps` further clockwise.
    #[inline]
    #[must_use]
    pub fn turned(self, steps: u8) -> Self {
        Dir((self.0 + steps) % 6)
    }
}

/// Cube coordinates (`q + r + s = 0`; `s` is implied).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cube {
    /// Along columns.
    pub q: i16,
    /// Along rows.
    pub r: i16,
}

/// The same six steps serve both orientations: the order is clockwise from north for flat tops and from north-east for pointy tops.
const FLAT: [(i16, i16); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY: [(i16, i16); 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

impl Cube {
    /// Steps between two hexes.
    #[inline]
    pub fn distance(self, other: Cube) -> u16 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }
}

/// How the hexes lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// Columns of hexes with flat tops.
    Flat,
    /// Rows of hexes with pointed tops.
    Pointy,
}

/// What is printed in the hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// `1817`: column, then row.
    ColumnRow,
    /// `1817`: row, then column.
    RowColumn,
    /// `AA37`: lettered columns, numbers on a skewed axis.
    Lettered,
}

/// Which columns or rows are shifted by half a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shifted {
    /// Odd columns lie half a hex lower.
    OddDown,
    /// Even columns lie half a hex lower.
    EvenDown,
    /// Odd rows lie half a hex to the right.
    OddRight,
    /// Even rows lie half a hex to the right.
    EvenRight,
    /// The number itself runs along a skewed axis (lettered grids).
    Skewed,
}

/// The `[grid]` table of a map file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// How the hexes lie.
    pub orientation: Orientation,
    /// What is printed in them.
    pub numbering: Numbering,
    /// Which columns or rows are shifted.
    pub shifted: Shifted,
    /// First and last column.
    pub columns: [i16; 2],
    /// First and last row (lettered grids: the smallest and the largest number).
    pub rows: [i16; 2],
    /// Kilometres from hex to hex.
    pub km: f32,
}

impl Grid {
    /// Reads a printed hex number.
    ///
    /// ```
    /// use frente_board::grid::{Grid, Numbering, Orientation, Shifted};
    /// let grid = Grid { orientation: Orientation::Flat, numbering: Numbering::ColumnRow, shifted: Shifted::OddDown,
    ///     columns: [10, 28], rows: [4, 19], km: 6.5 };
    /// let (belchite, codo) = (grid.cube("1817").unwrap(), grid.cube("1916").unwrap());
    /// assert_eq!(belchite.distance(codo), 1);
    /// assert_eq!(grid.label(belchite), "1817");
    /// assert!(grid.cube("18x7").is_none());
    /// ```
    pub fn cube(&self, label: &str) -> Option<Cube> {
        let (column, row) = self.column_row(label)?;
        Some(match self.shifted {
            Shifted::OddDown => Cube { q: column, r: row - (column - (column & 1)) / 2 },
            Shifted::EvenDown => Cube { q: column, r: row - (column + (column & 1)) / 2 },
            Shifted::OddRight => Cube { q: column - (row - (row & 1)) / 2, r: row },
            Shifted::EvenRight => Cube { q: column - (row + (row & 1)) / 2, r: row },
            // North is a larger number; the number rises by one every second column on a level line.
            Shifted::Skewed => Cube { q: column, r: -row },
        })
    }

    /// Column and row as printed.
    pub fn column_row(&self, label: &str) -> Option<(i16, i16)> {
        let (column, row) = match self.numbering {
            Numbering::ColumnRow | Numbering::RowColumn => {
                if label.len() != 4 || !label.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                let (a, b) = (label[..2].parse().ok()?, label[2..].parse().ok()?);
                if self.numbering == Numbering::ColumnRow { (a, b) } else { (b, a) }
            }
            Numbering::Lettered => {
                let split = label.find(|c: char| c.is_ascii_digit())?;
                let column = match &label.as_bytes()[..split] {
                    [a @ b'A'..=b'Z'] => i16::from(a - b'A') + 1,
                    [b'A', b @ b'A'..=b'Z'] => i16::from(b - b'A') + 27,
                    _ => return None,
                };
                let number = &label[split..];
                if number.starts_with('0') || !number.bytes().all(|b| b.is_ascii_digit()) {
                    return None;
                }
                (column, number.parse().ok()?)
            }
        };
        let inside = (self.columns[0]..=self.columns[1]).contains(&column)
            && (self.rows[0]..=self.rows[1]).contains(&row);
        inside.then_some((column, row))
    }

    /// Prints a hex number.
    pub fn label(&self, cube: Cube) -> String {
        let Cube { q, r } = cube;
        let (column, row) = match self.shifted {
            Shifted::OddDown => (q, r + (q - (q & 1)) / 2),
            Shifted::EvenDown => (q, r + (q + (q & 1)) / 2),
            Shifted::OddRight => (q + (r - (r & 1)) / 2, r),
            Shifted::EvenRight => (q + (r + (r & 1)) / 2, r),
            Shifted::Skewed => (q, -r),
        };
        match self.numbering {
            Numbering::ColumnRow => format!("{column:02}{row:02}"),
            Numbering::RowColumn => format!("{row:02}{column:02}"),
            Numbering::Lettered => {
                let letter = |n: i16| char::from(b'A' + u8::try_from(n).unwrap_or(0));
                if column > 26 {
                    format!("A{}{row}", letter(column - 27))
                } else {
                    format!("{}{row}", letter(column - 1))
                }
            }
        }
    }

    /// The hex one step away.
    pub fn step(&self, from: Cube, dir: Dir) -> Cube {
        let (q, r) = match self.orientation {
            Orientation::Flat => FLAT[dir.index()],
            Orientation::Pointy => POINTY[dir.index()],
        };
        Cube { q: from.q + q, r: from.r + r }
    }

    /// The middle of a hex on the drawing: hex radius 1, x to the east, y to the south, origin at cube (0, 0).
    pub fn centre(&self, cube: Cube) -> (f32, f32) {
        let (q, r) = (f32::from(cube.q), f32::from(cube.r));
        let s3 = 3f32.sqrt();
        match self.orientation {
            Orientation::Flat => (1.5 * q, s3 * (r + q / 2.0)),
            Orientation::Pointy => (s3 * (q + r / 2.0), 1.5 * r),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(orientation: Orientation, numbering: Numbering, shifted: Shifted) -> Grid {
        Grid { orientation, numbering, shifted, columns: [1, 40], rows: [1, 60], km: 1.0 }
    }

    fn neighbours(grid: &Grid, label: &str) -> Vec<String> {
        let cube = grid.cube(label).unwrap();
        Dir::ALL.iter().map(|d| grid.label(grid.step(cube, *d))).collect()
    }

    #[test]
    fn neighbours_of_each_numbering() {
        use Numbering::*;
        use Orientation::*;
        use Shifted::*;
        let g = grid(Flat, ColumnRow, OddDown);
        assert_eq!(neighbours(&g, "1817"), ["1816", "1916", "1917", "1818", "1717", "1716"]);
        assert_eq!(neighbours(&g, "1916"), ["1915", "2016", "2017", "1917", "1817", "1816"]);
        let g = grid(Flat, ColumnRow, EvenDown);
        assert_eq!(neighbours(&g, "1105"), ["1104", "1204", "1205", "1106", "1005", "1004"]);
        assert_eq!(neighbours(&g, "1205"), ["1204", "1305", "1306", "1206", "1106", "1105"]);
        let g = grid(Pointy, RowColumn, OddRight);
        assert_eq!(neighbours(&g, "1211"), ["1111", "1212", "1311", "1310", "1210", "1110"]);
        assert_eq!(neighbours(&g, "1314"), ["1215", "1315", "1415", "1414", "1313", "1214"]);
        let g = grid(Flat, Lettered, Skewed);
        assert_eq!(neighbours(&g, "Z30"), ["Z31", "AA31", "AA30", "Z29", "Y29", "Y30"]);
    }

    #[test]
    fn labels_round_trip_and_nonsense_is_refused() {
        let g = grid(Orientation::Flat, Numbering::Lettered, Shifted::Skewed);
        for label in ["A1", "Z26", "AA27", "AH42"] {
            assert_eq!(g.label(g.cube(label).unwrap()), label);
        }
        for label in ["", "A", "12", "A0", "A01", "BA3", "a3", "A1x"] {
            assert!(g.cube(label).is_none(), "{label}");
        }
    }
}
