//! Two houses: the Z8000's crates and the chess program's. The first does not know the second.

use std::collections::BTreeMap;

use super::workspace;

/// The house of a package, by its folder from the top.
fn is_chess(folder: &str) -> bool {
    folder == "asm" || folder.starts_with("programs/chess")
}

/// Packages of the Z8000's house, each with a package of the chess program's that it needs.
fn intrusions(packages: &[(String, String, Vec<String>)]) -> Vec<(&str, &str)> {
    let folders: BTreeMap<&str, &str> = packages.iter().map(|(name, folder, _)| (&**name, &**folder)).collect();
    let of_chess = |name: &&String| folders.get(name.as_str()).is_some_and(|folder| is_chess(folder));
    let tools = packages
        .iter()
        .filter(|(_, folder, _)| !is_chess(folder) && folder != "tests");
    tools
        .flat_map(|(name, _, needs)| needs.iter().filter(of_chess).map(move |need| (&**name, need.as_str())))
        .collect()
}

#[test]
fn the_z8000s_house_does_not_need_the_chess_programs() {
    let top = z8000_tests::repository("").canonicalize().expect("the repository");
    let relative = |folder: &std::path::Path| {
        let folder = folder.canonicalize().expect("a folder");
        let folder = folder.strip_prefix(&top).expect("a folder of the repository");
        folder.to_string_lossy().replace('\\', "/")
    };
    let packages: Vec<_> = workspace()
        .into_iter()
        .map(|member| (member.name, relative(&member.folder), member.needs))
        .collect();
    assert!(
        packages.iter().any(|(_, folder, _)| is_chess(folder)),
        "there is a chess program"
    );
    assert_eq!(intrusions(&packages), []);
}

#[test]
fn an_intrusion_is_found() {
    let package = |name: &str, folder: &str, needs: &[&str]| {
        (
            name.to_owned(),
            folder.to_owned(),
            needs.iter().map(|&need| need.to_owned()).collect(),
        )
    };
    let packages = [
        package("z8000", "emulator", &[]),
        package("bcp-chess", "programs/chess/rules", &["z8000"]),
        package("z8k", "programs/tools/z8k", &["z8000", "bcp-chess"]),
        package("z8000-tests", "tests", &["bcp-chess"]),
    ];
    assert_eq!(intrusions(&packages), [("z8k", "bcp-chess")]);
}
