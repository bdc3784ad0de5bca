use super::*;

#[test]
fn names_lose_what_could_do_harm() {
    assert_eq!(harmless("report.txt"), "report.txt");
    assert_eq!(harmless("../../etc/passwd"), "passwd");
    assert_eq!(harmless("..\\..\\boot.ini"), "boot.ini");
    assert_eq!(harmless("invoice\u{202e}fdp.exe"), "invoicefdp.exe");
    assert_eq!(harmless(".bashrc"), "bashrc");
    assert_eq!(harmless("nul.txt"), "download nul.txt");
    assert_eq!(harmless("a\0b:c?.txt"), "ab_c_.txt");
    assert_eq!(harmless(".."), "download");
    assert!(harmless(&format!("{}.pdf", "x".repeat(300))).ends_with("x.pdf"));
    assert!(harmless(&"é".repeat(300)).len() <= 255);
}

#[tokio::test]
async fn what_is_there_stays() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("report.txt", "mine")?;
    for (guid, name) in [("g1", "report (1).txt"), ("g2", "report (2).txt")] {
        write(guid, "new")?;
        assert_eq!(keep(&folder.path().join(guid), folder.path(), "report.txt").await?, (name.to_owned(), 3));
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("report.txt"))?, "mine");
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 3);
    Ok(())
}
