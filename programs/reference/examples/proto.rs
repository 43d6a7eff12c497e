use bcp_reference::board::Position;
use bcp_reference::search::stored::{Config, Stored};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let get = |k: &str, d: i64| -> i64 {
        args.iter().find_map(|a| a.strip_prefix(&format!("{k}="))).map_or(d, |v| v.parse().unwrap())
    };
    let config = Config {
        win: 127,
        mate_everywhere: get("mate", 1) != 0,
        iid: get("iid", 1) != 0,
        by_gain: get("gain", 1) != 0,
        limit: get("limit", 5000) as usize,
        node_limit: get("nodes", 3_000_000) as u32,
        count_order: get("count", 1) != 0,
    };
    let part = get("part", 0);
    let text = std::fs::read_to_string("tests/positions/win-at-chess.csv").unwrap();
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let number: i64 = f[0].parse().unwrap();
        if number % 2 != part { continue; }
        if get("only", 0) != 0 && number != get("only", 0) { continue; }
        let position = Position::from_fen(f[3]).unwrap();
        let mut s = Stored::new(position.clone(), config);
        let mut its = Vec::new();
        for d in 0..=30 {
            let (v, m) = s.iterate(d);
            if s.stopped { break; }
            let san = m.and_then(|m| position.san(m)).unwrap_or("-".into());
            its.push(format!("[{d},{v},\"{san}\",{},{}]", s.nodes, s.used()));
            if v.abs() > 127 - 34 { break; }
        }
        println!("{{\"n\":{number},\"mb\":{},\"nv\":{},\"best\":\"{}\",\"paper\":\"{}\",\"note\":\"{}\",\"full\":{},\"lists\":[{},{}],\"its\":[{}]}}", position.balance(), s.null_value(), f[4], f[5], f[6], s.full, s.lists.0, s.lists.1, its.join(","));
    }
}
