//! Proof-number searches compared with brute force, conspiracy numbers and full-width search.

use bcp_chess::Position;
use bcp_chess::hash::mix;
use bcp_laboratory::Limits;
use bcp_laboratory::chess::{Chess, MATE};
use bcp_laboratory::conspiracy::{Bounds, Evaluation, Tree};
use bcp_laboratory::null_move::{Searcher, Settings};
use bcp_laboratory::proof::{Examined, Method, NEVER, Numbers, ProofTree, Question, ROOT, shortest_mate};

use crate::null_move::{position, rows};

/// A random question. The same moves in another order lead to the same position, so some positions of its tree can be
/// reached in several ways.
struct Luck {
    seed: u64,
    depth: usize,
    played: Vec<u64>,
    position: u64,
}

impl Luck {
    fn new(seed: u64) -> Self {
        Self { seed, depth: 3 + (seed % 6) as usize, played: Vec::new(), position: 0 }
    }

    fn draw(&self, question: u64) -> u64 {
        mix(self.number() ^ mix(question))
    }
}

impl Question for Luck {
    type Move = u64;

    /// The sides take turns, except that one may randomly play twice.
    fn proves(&self) -> bool {
        self.played.len().is_multiple_of(2) ^ (self.seed.is_multiple_of(5) && self.draw(1).is_multiple_of(4))
    }

    fn look(&mut self, moves: &mut Vec<u64>) -> Option<bool> {
        if self.played.len() == self.depth || !self.played.is_empty() && self.draw(2).is_multiple_of(6) {
            return Some(self.draw(3).is_multiple_of(2));
        }
        let some = (1..=4).filter(|m| !self.draw(10 + m).is_multiple_of(4));
        moves.extend(some);
        if moves.is_empty() {
            moves.push(1);
        }
        None
    }

    fn make(&mut self, m: u64) {
        self.position = self
            .position
            .wrapping_add(mix(1000 * (self.played.len() as u64 & 1) + m));
        self.played.push(m);
    }

    fn unmake(&mut self) {
        let m = self.played.pop().expect("a move was made");
        self.position = self
            .position
            .wrapping_sub(mix(1000 * (self.played.len() as u64 & 1) + m));
    }

    fn key(&self) -> (u64, u32) {
        (self.number(), 0)
    }
}

impl Luck {
    fn number(&self) -> u64 {
        mix(self.seed ^ mix(self.position) ^ mix(77 + self.played.len() as u64))
    }
}

/// Returns the answer by definition, without cut-offs, and the moves of the root with their answers.
fn brute_force(question: &mut Luck) -> (bool, Vec<(u64, bool)>) {
    let mut moves = Vec::new();
    if let Some(answer) = question.look(&mut moves) {
        return (answer, Vec::new());
    }
    let answer = |m| {
        question.make(m);
        let (answer, _) = brute_force(question);
        question.unmake();
        (m, answer)
    };
    let answers: Vec<(u64, bool)> = moves.into_iter().map(answer).collect();
    let any = answers.iter().any(|&(_, answer)| answer);
    let all = answers.iter().all(|&(_, answer)| answer);
    (if question.proves() { any } else { all }, answers)
}

#[test]
fn all_searches_have_the_answers_of_brute_force() {
    let mut yes = 0;
    for seed in 0..3000 {
        let (right, moves) = brute_force(&mut Luck::new(seed));
        yes += u32::from(right);
        for method in Method::ALL {
            let mut question = Examined::new(Luck::new(seed), Limits::default());
            let found = method.answer(&mut question);
            assert_eq!(found.answer, Some(right), "{seed} {method}");
            // The side to play has a justifying move if and only if the answer is the one it wants.
            let wants = Luck::new(seed).proves();
            assert_eq!(!found.line.is_empty(), right == wants, "{seed} {method}");
            if let Some(&best) = found.line.first() {
                assert!(moves.contains(&(best, right)), "{seed} {method}");
            }
            // Along the line, the answer remains the same at each move and at the end.
            let mut played = Luck::new(seed);
            for m in found.line {
                let mut moves = Vec::new();
                assert_eq!(played.look(&mut moves), None, "{seed} {method}");
                assert!(moves.contains(&m), "{seed} {method}");
                played.make(m);
                assert_eq!(brute_force(&mut played).0, right, "{seed} {method}");
            }
            if right == wants {
                assert_eq!(played.look(&mut Vec::new()), Some(right), "{seed} {method}");
            }
        }
    }
    assert!((500..2500).contains(&yes), "{yes} of 3000");
}

/// Returns the conspirators needed for the values 1 (yes) and -1 (no); an unknown answer is 0, with the numbers of a
/// leaf: as many leaves as it may get moves.
fn evaluation(numbers: Numbers, proves: bool) -> Evaluation {
    if let Some(answer) = numbers.answer() {
        let yes = if answer { 1 } else { -1 };
        return Evaluation::finished(if proves { yes } else { -yes });
    }
    let zeros = |count: u32| Bounds::stepwise(vec![0; count as usize]);
    Evaluation { own: zeros(numbers.easy(proves)), other: zeros(numbers.hard(proves)) }
}

/// Both trees are grown at the same leaves, and the numbers of every node remain conspiracy numbers.
#[test]
fn proof_numbers_are_conspiracy_numbers() {
    let mut compared = 0;
    // This requires that the sides take turns and the proving side begins, as in the conspiracy tree.
    for seed in (1..400).filter(|seed| seed % 5 != 0) {
        let mut question = Examined::new(Luck::new(seed), Limits::default());
        let mut proof = ProofTree::new(&mut question);
        let mut conspiracy = Tree::new(evaluation(proof.numbers(ROOT), true), usize::MAX);
        while proof.numbers(ROOT).answer().is_none() {
            let (leaf, path) = proof.most_proving();
            path.iter().for_each(|&m| question.make(m));
            let mut moves = Vec::new();
            question.look(&mut moves);
            let successors: Vec<(u64, bool, Numbers)> = moves
                .into_iter()
                .map(|m| {
                    question.make(m);
                    let mut replies = Vec::new();
                    let numbers = match question.look(&mut replies) {
                        Some(answer) => Numbers::answered(answer),
                        None => Numbers::leaf(question.proves(), replies.len()),
                    };
                    let of = (m, question.proves(), numbers);
                    question.unmake();
                    of
                })
                .collect();
            path.iter().for_each(|_| question.unmake());
            conspiracy.expand(
                leaf,
                successors
                    .iter()
                    .map(|&(m, proves, numbers)| (m, evaluation(numbers, proves))),
            );
            proof.expand(leaf, successors);
            for id in 0..proof.len() {
                let Numbers { proof, disproof } = proof.numbers(id);
                let needed = |value| match conspiracy.value(id) == value {
                    true => Some(0),
                    false => conspiracy.needed(id, value).map(|count| count as u32),
                };
                let number = |count| (count != NEVER).then_some(count);
                assert_eq!(
                    (number(proof), number(disproof)),
                    (needed(1), needed(-1)),
                    "{seed}: {id}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn a_limit_ends_every_search_without_an_answer() {
    let chess = Chess::from(&position("W1").0);
    for method in Method::ALL {
        let limits = Limits { nodes: 1000, stop: None };
        let found = shortest_mate(&chess, 6, method, limits);
        assert_eq!((found.moves, found.ended), (None, true), "{method}");
        assert!(found.positions <= 1100, "{method}: {}", found.positions);
    }
}

/// Full width to three plies finds exactly the mates in two, and to five plies those in three.
#[test]
fn mates_are_those_that_full_width_sees() {
    let mut mates = [0; 4];
    for number in (1..=300).step_by(5) {
        let (position, _) = position(&format!("W{number}"));
        let chess = Chess::from(&position);
        let most: u32 = if number % 2 == 0 { 3 } else { 2 };
        let mut searcher = Searcher::new(chess.clone(), Settings::FULL_WIDTH, Limits::default());
        let iterations = searcher.deepen(2 * most as u8 - 1);
        let value = iterations.last().expect("a move").value;
        let moves = (value > MATE - 2 * most as i32).then(|| ((MATE - value + 1) / 2) as u32);
        mates[moves.unwrap_or(0) as usize] += 1;
        for method in Method::ALL {
            let found = shortest_mate(&chess, most, method, Limits::default());
            assert_eq!(found.moves, moves, "{number} {method}");
            assert_eq!(found.first.is_some(), moves.is_some(), "{number} {method}");
        }
    }
    assert!(mates.iter().skip(2).all(|&count| count > 0), "{mates:?}");
}

/// The suite of mates: no mate is shorter than the file says, and that mate exists; where trying all moves is fast
/// enough, the result is the same.
#[test]
fn the_suite_has_mates_in_four_and_five() {
    let rows = rows("mates.csv");
    assert_eq!(rows.len(), 21);
    for row in rows {
        let position = Position::from_fen(&row[2]).expect(&row[2]);
        let (first, moves) = (&row[3], row[4].parse().ok());
        let quick = ["2", "7", "9", "10", "14", "16"].contains(&&*row[0]);
        let methods = if quick { &Method::ALL[..] } else { &[Method::DfPn] };
        for &method in methods {
            let found = shortest_mate(&Chess::from(&position), 5, method, Limits::default());
            assert_eq!(found.moves, moves, "{} {method}", row[1]);
            let san = found.first.and_then(|m| position.san(m.into()));
            assert_eq!(san.as_ref(), Some(first), "{} {method}", row[1]);
        }
    }
}

#[test]
fn one_move_proves_and_all_disprove() {
    let moves = [Numbers::leaf(false, 3), Numbers::leaf(false, 2)];
    let proves = Numbers::of_moves(true, moves);
    assert_eq!((proves.proof, proves.disproof), (2, 2));
    let other = Numbers::of_moves(false, moves);
    assert_eq!((other.proof, other.disproof), (5, 1));
}

#[test]
fn an_answer_is_never_lost_in_a_sum() {
    let moves = [Numbers::answered(true), Numbers::leaf(true, 1)];
    assert_eq!(Numbers::of_moves(true, moves), Numbers::answered(true));
    let large = Numbers { proof: NEVER - 1, disproof: 1 };
    assert_eq!(Numbers::of_moves(false, [large, large]).answer(), None);
    let no = Numbers::of_moves(false, [large, Numbers::answered(false)]);
    assert_eq!(no, Numbers::answered(false));
}
