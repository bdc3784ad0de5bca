use super::{KNOWN, provider};

#[test]
fn captcha_frames_are_recognized_by_their_address() {
    let cases = [
        ("https://www.google.com/recaptcha/api2/anchor?ar=1&k=x&size=normal", Some("reCAPTCHA")),
        ("https://www.google.com/recaptcha/api2/anchor?ar=1&k=x&size=invisible", None),
        ("https://www.google.com/maps/embed", None),
        ("https://newassets.hcaptcha.com/captcha/v1/1/static/hcaptcha.html#frame=checkbox", Some("hCaptcha")),
        ("https://newassets.hcaptcha.com/captcha/v1/1/static/hcaptcha.html#frame=checkbox-invisible", None),
        ("https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/b/turnstile/if/ov2", Some("Turnstile")),
        ("https://challenges.cloudflare.com.evil.test/", None),
        ("https://nothcaptcha.com/captcha/", None),
        ("about:blank", None),
    ];
    for (address, expected) in cases {
        assert_eq!(provider(address), expected, "{address}");
    }
}

#[test]
fn every_line_of_the_list_can_be_read() {
    let lines: Vec<&str> = KNOWN.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.iter().all(|line| line.split_whitespace().count() == 3), "{lines:?}");
}
