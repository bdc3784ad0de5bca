//! How the browser presents itself to pages: size, device, language, place in time, further headers of its requests.
//!
//! Chosen by the person at the start, never by a brain.

use serde::{Deserialize, Serialize};

/// The differences from the browser as it is. Pictures keep one pixel for each CSS pixel, whatever the device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageEnvironment {
    /// Width and height of pages in CSS pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub viewport: Option<(u32, u32)>,
    /// Pages are laid out as on a telephone or tablet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_mobile: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// For example `de-DE`: the language of the browser, and its way to write numbers and dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// For example `Europe/Berlin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Names and values of headers that every request of a page gets, to whatever site.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
}

impl PageEnvironment {
    /// Whether pages find the browser as it is.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}
