use super::*;

#[test]
fn names_lose_what_could_do_harm() {
    assert_eq!(safe_file_name("report.txt"), "report.txt");
    assert_eq!(safe_file_name("../../etc/passwd"), "passwd");
    assert_eq!(safe_file_name("..\\..\\boot.ini"), "boot.ini");
    assert_eq!(safe_file_name("invoice\u{202e}fdp.exe"), "invoicefdp.exe");
    assert_eq!(safe_file_name(".bashrc"), "bashrc");
    assert_eq!(safe_file_name("nul.txt"), "download nul.txt");
    assert_eq!(safe_file_name("a\0b:c?.txt"), "ab_c_.txt");
    assert_eq!(safe_file_name(".."), "download");
    assert!(safe_file_name(&format!("{}.pdf", "x".repeat(300))).ends_with("x.pdf"));
    assert!(safe_file_name(&"é".repeat(300)).len() <= 255);
}

#[tokio::test]
async fn what_is_there_stays() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("report.txt", "mine")?;
    for (guid, name) in [("g1", "report (1).txt"), ("g2", "report (2).txt")] {
        write(guid, "new")?;
        assert_eq!(move_into(&folder.path().join(guid), folder.path(), "report.txt").await?, (name.to_owned(), 3));
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("report.txt"))?, "mine");
    assert_eq!(std::fs::read_dir(folder.path())?.count(), 3);
    Ok(())
}
