//! Lists of eligible moves in the entries of a hash table, which the review of 2006 names as possible.

use bcp_chess::{Move, Position};

use super::table::{ENTRIES, index, key};

/// The eligible moves of a position, as far as they are known.
#[derive(Clone, Default, Debug)]
pub(super) struct List {
    pub(super) moves: Vec<Move>,
    /// The best value after all moves were tried: the others are refuted by the null move wherever the best value is not
    /// less. None if not all were tried.
    pub(super) complete_from: Option<i16>,
}

impl List {
    /// Whether no other move can be better than a value.
    pub(super) fn settles(&self, value: i16) -> bool {
        self.complete_from.is_some_and(|lower| value >= lower)
    }
}

/// What is kept of a position.
#[derive(Clone, Debug)]
struct Entry {
    key: u64,
    list: List,
    /// The value of the null move, and the bounds between which it was searched.
    null: Option<(i16, (i16, i16))>,
}

/// A table of as many entries as that of values; the last one to come replaces.
#[derive(Debug)]
pub(super) struct Lists(Vec<Option<Box<Entry>>>);

impl Lists {
    pub(super) fn new() -> Self {
        Self(vec![None; ENTRIES])
    }

    fn get(&self, position: &Position) -> Option<&Entry> {
        let key = key(position);
        self.0[index(key)].as_deref().filter(|entry| entry.key == key)
    }

    fn entry(&mut self, position: &Position) -> &mut Entry {
        let key = key(position);
        let place = &mut self.0[index(key)];
        if place.as_ref().is_none_or(|entry| entry.key != key) {
            *place = None;
        }
        place.get_or_insert_with(|| {
            Box::new(Entry {
                key,
                list: List::default(),
                null: None,
            })
        })
    }

    /// The list of a position, if there is one whose moves can all be played in it.
    pub(super) fn moves(&self, position: &Position) -> Option<List> {
        let list = &self.get(position)?.list;
        // Another position's moves would spoil the board, however seldom two positions share a key.
        let moves = if list.moves.is_empty() {
            Vec::new()
        } else {
            position.moves()
        };
        list.moves.iter().all(|m| moves.contains(m)).then(|| list.clone())
    }

    pub(super) fn keep_moves(&mut self, position: &Position, list: List) {
        self.entry(position).list = list;
    }

    /// The value of the null move, if it was searched between these bounds or wider ones.
    pub(super) fn null_value(&self, position: &Position, (lower, upper): (i16, i16)) -> Option<i16> {
        let (value, known) = self.get(position)?.null?;
        (known.0 <= lower && known.1 >= upper).then_some(value)
    }

    pub(super) fn keep_null_value(&mut self, position: &Position, value: i16, bounds: (i16, i16)) {
        self.entry(position).null = Some((value, bounds));
    }
}
