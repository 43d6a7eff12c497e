//! The searches, on trees, on chess and on games defined here.

use std::sync::atomic::AtomicBool;

use bcp_chess::{Move, Position};
use bcp_laboratory::chess::{Chess, Evaluation, PackedMove};
use bcp_laboratory::conspiracy::{
    Bounds, Plain, RandomTree, Search as Growing, Shape, Side, Strategy, Tree, WrittenTree,
};
use bcp_laboratory::game::{ChessLike, Game, Note, Reason, Value};
use bcp_laboratory::memory::{Driver, Memory};
use bcp_laboratory::null_move::{ChessSearcher, Searcher, Settings};
use bcp_laboratory::proof::{Examined, Method, Numbers, ProofTree, Question, Win};
use bcp_laboratory::quiescence::{
    AsListed, BestMoves, Census, Deepening, FullWidth, Iteration, NestedQuiesceD, QuiesceD, Static, Tactics,
};
use bcp_laboratory::review::Version2;
use bcp_laboratory::searches::{Request, Search};
use bcp_laboratory::trace::{Each, Recorder, San, Step, Trace};
use bcp_laboratory::{Counted, Limits, Rules, RulesGame};
use bcp_reference::game::Game as Played;

use crate::random::{Any, Random, any};
use crate::values::laboratory::value;
use crate::{Judge, call};

pub fn some(judge: &mut Judge, r: &mut Random) {
    match r.below(9) {
        0 => {
            let tree: RandomTree = any(r);
            searches(judge, r, tree);
        }
        1 => {
            let chess: Chess = any(r);
            defaults(judge, r, &mut chess.clone());
            searches(judge, r, chess);
        }
        2 => {
            let heap = RulesGame::new(Heap(r.below(9) as u32));
            searches(judge, r, heap);
        }
        3 => trees(judge, r),
        4 => proofs(judge, r),
        5 => quiescence(judge, r),
        6 => on_chess(judge, r),
        7 => numbers(judge, r),
        _ => traces(judge, r),
    }
}

/// Two players take one to three stones from a heap; whoever takes the last wins. What `check` finds wrong depends on
/// the number of stones.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap(u32);

impl Rules for Heap {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (1..=3.min(self.0)).collect()
    }

    fn play(&self, taken: u32) -> Self {
        Self(self.0.saturating_sub(taken))
    }

    fn evaluate(&self) -> Value {
        self.0 as Value
    }
}

/// A game with only the required methods.
#[derive(Clone, Debug)]
struct Least;

impl Game for Least {
    type Move = u8;

    fn moves(&mut self, moves: &mut Vec<u8>) {
        moves.extend([1, 2]);
    }

    fn make(&mut self, _: u8) {}

    fn unmake(&mut self) {}

    fn make_null(&mut self) -> bool {
        true
    }

    fn evaluate(&mut self) -> Value {
        0
    }
}

impl ChessLike for Least {
    fn key(&self) -> u64 {
        0
    }

    fn has_moved(&self) -> bool {
        true
    }
}

impl Question for Least {
    type Move = u8;

    fn proves(&self) -> bool {
        true
    }

    fn look(&mut self, _: &mut Vec<u8>) -> Option<bool> {
        None
    }

    fn make(&mut self, _: u8) {}

    fn unmake(&mut self) {}

    fn key(&self) -> (u64, u32) {
        (0, 0)
    }
}

fn note(r: &mut Random) -> Note {
    match r.below(6) {
        0 => Note::Enter { alpha: value(r), beta: value(r), depth: any(r) },
        1 => Note::Prove(any(r)),
        2 => Note::Because(*r.of(&[Reason::GameOver, Reason::NoMoves, Reason::Horizon, Reason::Table])),
        3 => Note::Range(value(r), value(r)),
        4 => Note::Leave(value(r)),
        _ => Note::Proved(any(r)),
    }
}

/// Calls the default methods of a game.
fn defaults<G: Game>(judge: &mut Judge, r: &mut Random, game: &mut G) {
    call!(judge, bcp_laboratory::game::because(game, Reason::Pruned));
    let mut least = Least;
    call!(judge, bcp_laboratory::game::Game::has_null(&least));
    call!(judge, bcp_laboratory::game::Game::note(&mut least, note(r)));
    call!(judge, bcp_laboratory::game::Game::terminal(&mut least));
    call!(judge, bcp_laboratory::game::Game::unmake_null(&mut least));
    call!(judge, bcp_laboratory::game::Game::without_moves(&mut least));
    let mut moves = Vec::new();
    call!(judge, bcp_laboratory::game::ChessLike::captures(&mut least, &mut moves));
    call!(judge, bcp_laboratory::game::ChessLike::quiets(&mut least, &mut moves));
    call!(judge, bcp_laboratory::game::ChessLike::history_index(&least, any(r)));
    call!(judge, bcp_laboratory::game::ChessLike::in_check(&least));
    call!(judge, bcp_laboratory::game::ChessLike::is_legal(&least, any(r)));
    call!(judge, bcp_laboratory::game::ChessLike::material(&least));
    call!(judge, bcp_laboratory::game::ChessLike::mvv_lva(&least, any(r)));
    call!(judge, bcp_laboratory::game::ChessLike::origin(&least, any(r)));
    call!(judge, bcp_laboratory::game::ChessLike::target(&least, any(r)));
    call!(judge, bcp_laboratory::game::ChessLike::pieces(&least));
    call!(judge, bcp_laboratory::proof::Question::note(&mut least, note(r)));
    call!(judge, bcp_laboratory::rules::Rules::pass(&Heap(any(r))));
    call!(
        judge,
        bcp_laboratory::rules::check(Heap(r.below(12) as u32), r.below(50))
    );
    if let Some(game) = call!(judge, bcp_laboratory::rules::RulesGame::new(Heap(any(r)))) {
        let game: RulesGame<Heap> = game;
        judge.call("bcp_laboratory::rules::RulesGame::position", || game.position().clone());
    }
    if let Some(tactics) = call!(judge, bcp_laboratory::quiescence::Tactics::new(any(r))) {
        let tactics: Tactics = tactics;
        judge.call("bcp_laboratory::quiescence::Tactics::position", || {
            tactics.position().clone()
        });
    }
}

/// Searches with any bounds, including a lower bound above the upper one.
fn searches<G: ChessLike + Clone>(judge: &mut Judge, r: &mut Random, game: G)
where
    G::Move: 'static,
{
    let limits: Limits<'_> = any(r);
    let Some(counted) = call!(judge, bcp_laboratory::Counted::new(game.clone(), limits)) else {
        return;
    };
    let Some(mut counted) = call!(judge, bcp_laboratory::Counted::recording(counted, r.below(50), any(r))) else {
        return;
    };
    call!(judge, bcp_laboratory::Counted::open_list(&mut counted, any(r)));
    let (alpha, beta) = (value(r), value(r));
    let depth = if r.one_in(4) { any(r) } else { r.below(5) as i32 };
    let deep = depth.unsigned_abs();
    let game = &mut counted;
    match r.below(16) {
        0 => drop(call!(
            judge,
            bcp_laboratory::figures::extended::search(game, alpha, beta, depth)
        )),
        1 => drop(call!(
            judge,
            bcp_laboratory::figures::late::search(game, alpha, beta, depth)
        )),
        2 => drop(call!(judge, bcp_laboratory::figures::minimax::search(game, depth))),
        3 => drop(call!(
            judge,
            bcp_laboratory::figures::pvs::search(game, alpha, beta, depth)
        )),
        4 => drop(call!(
            judge,
            bcp_laboratory::figures::standard::search(game, alpha, beta, depth)
        )),
        5 => drop(call!(
            judge,
            bcp_laboratory::figures::verified::search(game, alpha, beta, depth, any(r))
        )),
        6 => drop(call!(judge, bcp_laboratory::figures::quiescence(game, alpha, beta))),
        7 => drop(call!(
            judge,
            bcp_laboratory::figures::quiesce::quiesce(game, &mut Static, alpha, beta)
        )),
        8 => drop(call!(
            judge,
            bcp_laboratory::figures::quiesce_d::quiesce_d(game, &mut Static, alpha, beta, deep)
        )),
        9 => drop(call!(
            judge,
            bcp_laboratory::conspiracy::alpha_beta(game, deep, alpha, beta)
        )),
        10 => drop(call!(
            judge,
            bcp_laboratory::game::call(game, alpha, beta, depth, |game| game.evaluate())
        )),
        11 => {
            let Some(mut memory) = call!(judge, bcp_laboratory::memory::Driver::memory(*r.of(&Driver::ALL))) else {
                return;
            };
            let memory: &mut Memory = &mut memory;
            call!(
                judge,
                bcp_laboratory::memory::Memory::search(memory, game, alpha, beta, depth)
            );
            call!(judge, bcp_laboratory::memory::mtd(game, memory, any(r), depth));
            call!(
                judge,
                bcp_laboratory::memory::Driver::value(*r.of(&Driver::ALL), game, memory, any(r), depth)
            );
        }
        12 => drop(call!(
            judge,
            bcp_laboratory::memory::Driver::run(*r.of(&Driver::ALL), game, depth)
        )),
        13 => {
            let game = game.game.clone();
            let mut searcher = if r.one_in(2) {
                call!(
                    judge,
                    bcp_laboratory::null_move::Searcher::new(game.clone(), any(r), limits)
                )
            } else {
                call!(
                    judge,
                    bcp_laboratory::null_move::Searcher::with_table(game.clone(), any(r), limits, bits(r))
                )
            };
            if r.one_in(3) {
                searcher = searcher.and_then(|searcher| {
                    let memory = call!(judge, bcp_laboratory::null_move::Searcher::into_memory(searcher))?;
                    call!(judge, bcp_laboratory::null_move::Memory::bits(&memory));
                    call!(
                        judge,
                        bcp_laboratory::null_move::Searcher::recycling(game.clone(), any(r), limits, memory)
                    )
                });
            }
            if r.one_in(3) {
                searcher = searcher.and_then(|searcher| {
                    call!(
                        judge,
                        bcp_laboratory::null_move::Searcher::recording(searcher, r.below(100), any(r))
                    )
                });
            }
            let Some(mut searcher) = searcher else { return };
            let searcher: &mut Searcher<'_, G> = &mut searcher;
            call!(judge, bcp_laboratory::null_move::Searcher::deepen(searcher, any(r)));
            call!(
                judge,
                bcp_laboratory::null_move::Searcher::deepen_while(searcher, any(r), |iteration| iteration.depth < 2)
            );
        }
        14 => {
            let search: Search = match r.of(&Search::all().collect::<Vec<_>>()).0.parse() {
                Ok(search) => search,
                Err(_) => return,
            };
            call!(judge, bcp_laboratory::searches::Search::option(&search));
            let Some(names) = call!(judge, bcp_laboratory::trace::Each::new(|m: G::Move| format!("{m:?}"))) else {
                return;
            };
            let names: Each<G::Move, _> = names;
            let request = Request { depth, positions: 300, most: r.below(100), ..Request::default() };
            let game = game.game.clone();
            let found = call!(
                judge,
                bcp_laboratory::searches::Search::run(&search, game, "", names, &request)
            );
            if let Some(Ok(found)) = found {
                call!(judge, bcp_laboratory::searches::SearchResult::map(found, |_| 0_u8));
            }
        }
        _ => {
            let mut census = Counted::new(Census::new(Least), Limits { nodes: 200, stop: None });
            call!(judge, bcp_laboratory::quiescence::Census::new(game.game.clone()));
            FullWidth::new(Static, AsListed).search(&mut census, alpha, beta, 3);
            defaults(judge, r, game);
        }
    }
}

/// Trees, and the indexes of their nodes.
fn trees(judge: &mut Judge, r: &mut Random) {
    let shape = Shape {
        branching: 1 + r.below(3) as u32,
        depth: r.below(5) as u32,
        as_drawn: any(r),
    };
    let Some(game) = call!(
        judge,
        bcp_laboratory::conspiracy::RandomTree::new(any(r), any(r), shape)
    ) else {
        return;
    };
    call!(
        judge,
        bcp_laboratory::conspiracy::experiment(&game, &Vec::<usize>::any(r), Some(&AtomicBool::new(any(r))))
    );
    let conspirators = any(r);
    let Some(mut search) = call!(
        judge,
        bcp_laboratory::conspiracy::Search::new(game, Plain, conspirators)
    ) else {
        return;
    };
    for _ in 0..r.below(20) {
        let leaf = r.below(search.tree().len());
        call!(judge, bcp_laboratory::conspiracy::Search::expand(&mut search, leaf));
    }
    judge.call("bcp_laboratory::conspiracy::Search::tree", || search.tree().len());
    let search: Growing<RandomTree, Plain> = search;
    examine(judge, r, search.tree());
    let evaluation = if r.one_in(2) {
        call!(judge, bcp_laboratory::conspiracy::Evaluation::finished(any(r)))
    } else {
        call!(judge, bcp_laboratory::conspiracy::Evaluation::singleton(any(r)))
    };
    let Some(evaluation) = evaluation else { return };
    let Some(mut tree) = call!(judge, bcp_laboratory::conspiracy::Tree::new(evaluation.clone(), any(r))) else {
        return;
    };
    for _ in 0..r.below(12) {
        let node = r.below(tree.len());
        if r.one_in(3) {
            call!(
                judge,
                bcp_laboratory::conspiracy::Tree::finish(&mut tree, node, value(r))
            );
        } else {
            let successors: Vec<_> = (0..r.below(4)).map(|m| (m, evaluation.clone())).collect();
            call!(
                judge,
                bcp_laboratory::conspiracy::Tree::expand(&mut tree, node, successors)
            );
        }
    }
    examine(judge, r, &tree);
    let text: String = any(r);
    let text = if r.one_in(2) { &text } else { "0(3(1 2) 4(5 -6))" };
    if let Ok(tree) = text.parse::<WrittenTree>() {
        call!(judge, bcp_laboratory::conspiracy::WrittenTree::height(&tree));
        searches(judge, r, tree);
    }
}

fn examine<M: Copy>(judge: &mut Judge, r: &mut Random, tree: &Tree<M>) {
    let id = r.below(tree.len());
    let conspirators = any(r);
    let side = *r.of(&[Side::Max, Side::Min]);
    judge.call("bcp_laboratory::conspiracy::Tree::bounds", || {
        tree.bounds(id, side).clone()
    });
    call!(judge, bcp_laboratory::conspiracy::Tree::entered_by(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::is_empty(tree));
    call!(judge, bcp_laboratory::conspiracy::Tree::is_leaf(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::is_open(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::len(tree));
    call!(judge, bcp_laboratory::conspiracy::Tree::line(tree));
    call!(judge, bcp_laboratory::conspiracy::Tree::most_conspirators(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::needed(tree, id, any(r)));
    call!(judge, bcp_laboratory::conspiracy::Tree::path(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::strategy_leaf(tree, id, any(r)));
    call!(judge, bcp_laboratory::conspiracy::Tree::successors(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::turn(tree, id));
    call!(judge, bcp_laboratory::conspiracy::Tree::v_max(tree, id, conspirators));
    call!(judge, bcp_laboratory::conspiracy::Tree::v_min(tree, id, conspirators));
    call!(judge, bcp_laboratory::conspiracy::Tree::value(tree, id));
    call!(judge, bcp_laboratory::conspiracy::basic(tree, conspirators, any(r)));
    let strategy = *r.of(&[Strategy::ProveBest, Strategy::DisproveRest, Strategy::Further]);
    call!(judge, bcp_laboratory::conspiracy::best_move(tree, strategy));
    call!(judge, bcp_laboratory::conspiracy::best_successor(tree, conspirators));
    call!(judge, bcp_laboratory::conspiracy::deepened(tree, any(r)));
    call!(judge, bcp_laboratory::conspiracy::undecided(tree, any(r)));
    call!(judge, bcp_laboratory::conspiracy::undecided_move(tree));
}

/// Returns the size of a table in bits, seldom a large one.
fn bits(r: &mut Random) -> u8 {
    if r.one_in(40) { any(r) } else { r.below(16) as u8 }
}

fn numbers(judge: &mut Judge, r: &mut Random) {
    call!(judge, bcp_laboratory::conspiracy::Bounds::finished(any(r)));
    let leaf = call!(judge, bcp_laboratory::conspiracy::Bounds::leaf(any(r)));
    let steps = call!(
        judge,
        bcp_laboratory::conspiracy::Bounds::stepwise(Vec::<Value>::any(r))
    );
    let mut all: Vec<Bounds> = leaf.into_iter().chain(steps).collect();
    all.truncate(r.below(3));
    call!(judge, bcp_laboratory::conspiracy::Bounds::alone(&all));
    call!(judge, bcp_laboratory::conspiracy::Bounds::together(&all));
    for bounds in &all {
        call!(judge, bcp_laboratory::conspiracy::Bounds::needed(bounds, any(r)));
    }
    call!(judge, bcp_laboratory::conspiracy::Side::sees(any(r), any(r)));
    call!(
        judge,
        bcp_laboratory::proof::Numbers::of_moves(any(r), Vec::<Numbers>::any(r))
    );
    call!(judge, bcp_laboratory::quiescence::Fat::definite(any(r)));
    call!(judge, bcp_laboratory::quiescence::Fat::guess(any(r)));
    call!(judge, bcp_laboratory::quiescence::Nested::definite(any(r)));
}

fn proofs(judge: &mut Judge, r: &mut Random) {
    let limits: Limits<'_> = any(r);
    let chess: Chess = any(r);
    if r.one_in(2) {
        let win = if r.one_in(2) {
            call!(judge, bcp_laboratory::proof::Win::mate(chess, any(r)))
        } else {
            call!(judge, bcp_laboratory::proof::Win::new(chess, any(r)))
        };
        win.into_iter()
            .for_each(|win: Win<Chess>| answers(judge, r, win, limits));
    } else {
        let win = Win::new(RandomTree::any(r), any(r));
        answers(judge, r, win, limits);
    }
}

fn answers<Q: Question + Clone>(judge: &mut Judge, r: &mut Random, question: Q, limits: Limits<'_>) {
    let Some(mut question) = call!(judge, bcp_laboratory::proof::Examined::new(question, limits)) else {
        return;
    };
    let question: &mut Examined<'_, Q> = &mut question;
    match r.below(6) {
        0 => drop(call!(judge, bcp_laboratory::proof::df_pn(question))),
        1 => drop(call!(judge, bcp_laboratory::proof::exhaustive(question))),
        2 => drop(call!(judge, bcp_laboratory::proof::pn(question))),
        3 => drop(call!(judge, bcp_laboratory::proof::pn2(question))),
        4 => drop(call!(
            judge,
            bcp_laboratory::proof::Method::answer(*r.of(&Method::ALL), question)
        )),
        _ => {
            let Some(mut tree) = call!(judge, bcp_laboratory::proof::ProofTree::new(question)) else {
                return;
            };
            let tree: &mut ProofTree<Q::Move> = &mut tree;
            for _ in 0..r.below(10) {
                if r.one_in(2) {
                    call!(judge, bcp_laboratory::proof::ProofTree::grow(tree, question));
                } else {
                    call!(judge, bcp_laboratory::proof::ProofTree::grow_by_search(tree, question));
                }
            }
            let id = r.below(tree.len());
            call!(judge, bcp_laboratory::proof::ProofTree::easiest(tree, id));
            call!(judge, bcp_laboratory::proof::ProofTree::entered_by(tree, id));
            call!(judge, bcp_laboratory::proof::ProofTree::is_empty(tree));
            call!(judge, bcp_laboratory::proof::ProofTree::len(tree));
            call!(judge, bcp_laboratory::proof::ProofTree::most_proving(tree));
            call!(judge, bcp_laboratory::proof::ProofTree::numbers(tree, id));
            call!(judge, bcp_laboratory::proof::ProofTree::predecessor(tree, id));
            call!(judge, bcp_laboratory::proof::ProofTree::proves(tree, id));
            call!(judge, bcp_laboratory::proof::ProofTree::successors(tree, id));
            let m = tree.successors(id).find_map(|id| tree.entered_by(id));
            let successors: Vec<_> = m
                .into_iter()
                .cycle()
                .take(r.below(3))
                .map(|m| (m, any(r), any(r)))
                .collect();
            call!(judge, bcp_laboratory::proof::ProofTree::expand(tree, id, successors));
        }
    }
}

fn quiescence(judge: &mut Judge, r: &mut Random) {
    let chess: Tactics = Tactics::new(any(r));
    let mut game = Counted::new(chess, any(r));
    let game = &mut game;
    let (lower, upper, depth) = (value(r), value(r), if r.one_in(4) { any(r) } else { r.below(6) as u32 });
    let ordering = BestMoves::default();
    match r.below(4) {
        0 => {
            let made = call!(judge, bcp_laboratory::quiescence::FullWidth::new(Static, ordering));
            let Some(mut search) = made else { return };
            call!(
                judge,
                bcp_laboratory::quiescence::FullWidth::best(&mut search, game, lower, upper, depth)
            );
            call!(
                judge,
                bcp_laboratory::quiescence::FullWidth::search(&mut search, game, lower, upper, depth)
            );
        }
        1 => {
            let made = call!(judge, bcp_laboratory::quiescence::QuiesceD::new(Static, AsListed));
            let Some(mut search) = made else { return };
            call!(
                judge,
                bcp_laboratory::quiescence::QuiesceD::search(&mut search, game, lower, upper, depth)
            );
            let Some(deepening) = call!(judge, bcp_laboratory::quiescence::Deepening::new(game, search, depth)) else {
                return;
            };
            let deepening: Deepening<'_, '_, _, _, _> = deepening;
            for iteration in deepening.take(20) {
                let iteration: Iteration<_> = iteration;
                call!(judge, bcp_laboratory::quiescence::Iteration::verdict(&iteration));
            }
        }
        2 => {
            let first = QuiesceD::new(Static, AsListed);
            let mut search = NestedQuiesceD { first, first_depth: r.below(4) as u32, ordering };
            call!(
                judge,
                bcp_laboratory::quiescence::NestedQuiesceD::search(&mut search, game, lower, upper, depth)
            );
        }
        _ => {
            let made = call!(judge, bcp_laboratory::quiescence::order(Static, r.below(4) as u32));
            made.map(|mut evaluation| evaluation.value(game, lower, upper));
        }
    }
}

fn on_chess(judge: &mut Judge, r: &mut Random) {
    let played: Played = any(r);
    let position: Position = if r.one_in(3) { any(r) } else { played.position().clone() };
    let limits: Limits<'_> = any(r);
    let evaluation = *r.of(&[Evaluation::Material, Evaluation::Squares]);
    let made = call!(judge, bcp_laboratory::chess::Chess::with_evaluation(any(r), evaluation));
    let Some(chess) = made else { return };
    let settings: Settings = any(r);
    let searcher = if r.one_in(2) {
        call!(
            judge,
            bcp_laboratory::null_move::ChessSearcher::new(chess.clone(), settings, limits)
        )
    } else {
        call!(
            judge,
            bcp_laboratory::null_move::ChessSearcher::with_table(chess.clone(), settings, limits, bits(r))
        )
    };
    if let Some(mut searcher) = searcher {
        let searching: &mut ChessSearcher<'_> = &mut searcher;
        call!(
            judge,
            bcp_laboratory::null_move::ChessSearcher::deepen(searching, any(r))
        );
        call!(
            judge,
            bcp_laboratory::null_move::ChessSearcher::deepen_while(searching, any(r), &mut |_| false)
        );
        call!(judge, bcp_laboratory::null_move::ChessSearcher::interrupted(searching));
        if let Some(memory) = call!(judge, bcp_laboratory::null_move::ChessSearcher::into_memory(searcher)) {
            call!(
                judge,
                bcp_laboratory::null_move::ChessSearcher::recycling(chess, any(r), limits, memory)
            );
        }
    }
    let most = r.below(100);
    let recorder = || Recorder::new(most, false);
    let depth = if r.one_in(4) { any(r) } else { r.below(3) as u8 };
    let limits = Limits { nodes: 1 + r.below(300) as u64, stop: None };
    call!(
        judge,
        bcp_laboratory::review::version1_calls(position.clone(), depth, limits, recorder())
    );
    call!(
        judge,
        bcp_laboratory::review::version2_calls(position.clone(), depth, limits, recorder())
    );
    let made = call!(
        judge,
        bcp_laboratory::review::Version2::new(position, limits.nodes, None)
    );
    let made = made.and_then(|search| call!(judge, bcp_laboratory::review::Version2::forgetting_mates(search)));
    if let Some(mut search) = made {
        let search: &mut Version2<'_> = &mut search;
        call!(judge, bcp_laboratory::review::Version2::it2v(search, depth));
    }
}

fn traces(judge: &mut Judge, r: &mut Random) {
    let Some(mut recorder) = call!(judge, bcp_laboratory::trace::Recorder::new(r.below(60), any(r))) else {
        return;
    };
    for _ in 0..r.below(40) {
        match r.below(4) {
            0 => drop(call!(judge, bcp_laboratory::trace::Recorder::step_back(&mut recorder))),
            1 => {
                let step = if r.one_in(4) {
                    Step::Null
                } else {
                    Step::Move(Move::any(r))
                };
                call!(judge, bcp_laboratory::trace::Recorder::step(&mut recorder, step));
            }
            _ => drop(call!(
                judge,
                bcp_laboratory::trace::Recorder::note(&mut recorder, note(r))
            )),
        }
    }
    call!(judge, bcp_laboratory::trace::Recorder::is_open(&recorder));
    call!(judge, bcp_laboratory::trace::Recorder::line(&recorder, any(r)));
    let Some(mut names) = call!(judge, bcp_laboratory::trace::San::new(any(r), |m| m)) else {
        return;
    };
    let names: &mut San<Move> = &mut names;
    call!(judge, bcp_laboratory::trace::Trace::with_calls(any(r), recorder, names));
    let chess: Chess = any(r);
    let mut names = Each::new(|m: PackedMove| format!("{:?}", Move::from(m)));
    let most = r.below(60);
    let mut growing = Growing::new(chess.clone(), Plain, 5);
    call!(
        judge,
        bcp_laboratory::trace::Trace::with_conspiracy(any(r), &mut growing, any(r), most, || false, &mut names)
    );
    let mut question = Examined::new(Win::mate(chess, r.below(4) as u32), any(r));
    let by_search = any(r);
    let trace: Trace = any(r);
    judge.call("bcp_laboratory::trace::Trace::with_proof", || {
        trace.with_proof(&mut question, most, &mut names, |tree, question| match by_search {
            true => tree.grow_by_search(question),
            false => tree.grow(question),
        })
    });
}
