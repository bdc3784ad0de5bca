//! The options for how the browser presents itself to pages.

use clap::Args;
use webhand_chrome::PageEnvironment;

/// How the browser presents itself. Only the person chooses it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct PageEnvironmentArgs {
    /// The size of pages, as in 1280x800
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub viewport: Option<(u32, u32)>,
    /// Lay pages out as on a device: iphone, pixel, ipad or galaxy-tab
    #[arg(long, value_name = "DEVICE", value_parser = device)]
    pub device: Option<Device>,
    /// The language of the browser, as in de-DE
    #[arg(long, value_name = "LOCALE", value_parser = locale)]
    pub locale: Option<String>,
    /// Where the browser is in time, as in Europe/Berlin
    #[arg(long, value_name = "ZONE", value_parser = time_zone)]
    pub time_zone: Option<String>,
    /// A header that every request of a page gets, to whatever site: "X-Test: 1"
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    pub header: Vec<(String, String)>,
}

/// A telephone or tablet by its size and the name that its browser gives itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    name: &'static str,
    viewport: (u32, u32),
    user_agent: &'static str,
}

impl PageEnvironmentArgs {
    /// The environment, or the one of before where nothing is named here.
    pub fn environment_or(&self, before: PageEnvironment) -> PageEnvironment {
        if *self == Self::default() {
            return before;
        }
        let device = self.device.as_ref();
        PageEnvironment {
            viewport: self.viewport.or(device.map(|device| device.viewport)),
            is_mobile: device.is_some(),
            user_agent: device.map(|device| device.user_agent.to_owned()),
            locale: self.locale.clone(),
            time_zone: self.time_zone.clone(),
            headers: self.header.clone(),
        }
    }

    pub fn environment(&self) -> PageEnvironment {
        self.environment_or(PageEnvironment::default())
    }

    /// The arguments as words of a command line.
    pub fn written(&self) -> Vec<String> {
        let pair = |name: &str, value: String| [format!("--{name}"), value];
        let size = self.viewport.map(|(width, height)| pair("viewport", format!("{width}x{height}")));
        let device = self.device.map(|device| pair("device", device.name.to_owned()));
        let locale = self.locale.clone().map(|locale| pair("locale", locale));
        let zone = self.time_zone.clone().map(|zone| pair("time-zone", zone));
        let headers = self.header.iter().map(|(name, value)| pair("header", format!("{name}: {value}")));
        [size, device, locale, zone].into_iter().flatten().chain(headers).flatten().collect()
    }
}

fn size(written: &str) -> Result<(u32, u32), String> {
    let sides = written.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides
        .filter(|(width, height)| (100..=8_000).contains(width) && (100..=8_000).contains(height))
        .ok_or_else(|| format!("{written:?} is no size like 1280x800, from 100 to 8000 each"))
}

fn device(written: &str) -> Result<Device, String> {
    let names = || DEVICES.map(|device| device.name).join(", ");
    DEVICES
        .into_iter()
        .find(|device| device.name == written.to_lowercase())
        .ok_or_else(|| format!("there is no device {written:?}; use {}, or --viewport", names()))
}

fn locale(written: &str) -> Result<String, String> {
    let is_tag = (2..=35).contains(&written.len()) && written.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_tag { Ok(written.to_owned()) } else { Err(format!("{written:?} is no locale like de-DE")) }
}

fn time_zone(written: &str) -> Result<String, String> {
    let is_name =
        (2..=60).contains(&written.len()) && written.chars().all(|c| c.is_ascii_alphanumeric() || "/_+-".contains(c));
    if is_name { Ok(written.to_owned()) } else { Err(format!("{written:?} is no time zone like Europe/Berlin")) }
}

fn header(written: &str) -> Result<(String, String), String> {
    let (name, value) = written.split_once(':').map(|(name, value)| (name.trim(), value.trim())).unwrap_or_default();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.!#$%&'*+^`|~".contains(c));
    if !is_name || value.chars().any(char::is_control) {
        return Err(format!("{written:?} is no header like \"X-Test: 1\""));
    }
    Ok((name.to_owned(), value.to_owned()))
}

const DEVICES: [Device; 4] = [
    Device {
        name: "iphone",
        viewport: (393, 852),
        user_agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 \
                     Mobile/15E148 Safari/604.1",
    },
    Device {
        name: "pixel",
        viewport: (412, 915),
        user_agent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile \
                     Safari/537.36",
    },
    Device {
        name: "ipad",
        viewport: (820, 1180),
        user_agent: "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 \
                     Mobile/15E148 Safari/604.1",
    },
    Device {
        name: "galaxy-tab",
        viewport: (800, 1280),
        user_agent: "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    },
];

#[cfg(test)]
mod tests {
    use super::{device, header, locale, size, time_zone};

    #[test]
    fn what_is_written_wrongly_is_said_before_a_browser_starts() {
        assert_eq!(size("1280x800"), Ok((1280, 800)));
        assert_eq!(header("X-Test:  a b "), Ok(("X-Test".to_owned(), "a b".to_owned())));
        assert!(device("iPhone").is_ok() && locale("de-DE").is_ok() && time_zone("Europe/Berlin").is_ok());
        assert!(size("1280").is_err() && size("9x9").is_err() && locale("de DE").is_err() && time_zone("a b").is_err());
        assert!(header("no header").is_err() && header("a b: c").is_err());
        assert_eq!(
            device("ipod").unwrap_err(),
            "there is no device \"ipod\"; use iphone, pixel, ipad, galaxy-tab, or --viewport"
        );
    }
}
