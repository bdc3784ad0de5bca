use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::{BrowserNotFound, SearchEnvironment, System, find_browser_in};

fn find(
    system: System,
    variables: &[(&str, &str)],
    programs: &[&str],
    named: Option<&str>,
) -> Result<PathBuf, BrowserNotFound> {
    let variable = |name: &str| {
        let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
        Some(OsString::from(value))
    };
    let is_program = |path: &Path| programs.iter().any(|program| Path::new(program) == path);
    let environment = SearchEnvironment { system, variable: &variable, is_program: &is_program };
    find_browser_in(&environment, named.map(Path::new))
}

#[test]
fn what_a_person_named_comes_first() {
    let variables = [("WEBHAND_BROWSER", "/own/chrome"), ("CHROME_PATH", "/other/chrome"), ("PATH", "/bin")];
    let programs = ["/asked/chrome", "/own/chrome", "/other/chrome", "/bin/chromium"];
    let found = |named, variables: &[_]| find(System::Linux, variables, &programs, named).unwrap();
    assert_eq!(found(Some("/asked/chrome"), &variables), Path::new("/asked/chrome"));
    assert_eq!(found(None, &variables), Path::new("/own/chrome"));
    assert_eq!(found(None, &variables[1..]), Path::new("/other/chrome"));
    assert_eq!(found(None, &variables[2..]), Path::new("/bin/chromium"));
}

#[test]
fn a_wrong_wish_is_refused_and_not_replaced() {
    let programs = ["/bin/chromium"];
    let asked = find(System::Linux, &[("PATH", "/bin")], &programs, Some("/asked/chrome"));
    assert_eq!(asked, Err(BrowserNotFound::Named { asked_by: "--browser-path", path: "/asked/chrome".into() }));
    let variables = [("PATH", "/bin"), ("WEBHAND_BROWSER", "/own/chrome")];
    let own = find(System::Linux, &variables, &programs, None);
    assert_eq!(own, Err(BrowserNotFound::Named { asked_by: "WEBHAND_BROWSER", path: "/own/chrome".into() }));
}

#[test]
fn a_bare_name_is_looked_up_on_the_search_path() {
    let variables = [("PATH", "relative:/usr/bin:/opt/bin")];
    let found = find(System::Linux, &variables, &["/opt/bin/brave"], Some("brave"));
    assert_eq!(found.unwrap(), Path::new("/opt/bin/brave"));
}

#[test]
fn linux_has_packages_snaps_and_flatpaks() {
    let variables = [("PATH", "/usr/bin"), ("HOME", "/home/ana")];
    for program in [
        "/usr/bin/google-chrome-stable",
        "/usr/bin/microsoft-edge",
        "/snap/bin/chromium",
        "/home/ana/.local/share/flatpak/exports/bin/org.chromium.Chromium",
    ] {
        assert_eq!(find(System::Linux, &variables, &[program], None).unwrap(), Path::new(program));
    }
}

#[test]
fn macos_has_applications_of_the_machine_and_of_the_user() {
    for program in [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Users/ana/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ] {
        let found = find(System::MacOs, &[("HOME", "/Users/ana")], &[program], None);
        assert_eq!(found.unwrap(), Path::new(program));
    }
}

#[test]
fn windows_has_program_folders() {
    let variables = [("ProgramFiles", "C:\\Program Files"), ("LOCALAPPDATA", "C:\\Users\\ana\\AppData\\Local")];
    for program in [
        "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe",
        "C:\\Users\\ana\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe",
    ] {
        assert_eq!(find(System::Windows, &variables, &[program], None).unwrap(), Path::new(program));
    }
}

#[test]
fn the_error_says_where_it_looked_and_what_to_do() {
    let message = find(System::Linux, &[("PATH", "/usr/bin")], &[], None).unwrap_err().to_string();
    for part in ["install one", "--browser-path", "WEBHAND_BROWSER", "\n  /usr/bin/chromium\n"] {
        assert!(message.contains(part), "{part:?} is not in {message}");
    }
}
