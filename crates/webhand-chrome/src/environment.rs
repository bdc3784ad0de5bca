//! The environment of a browser: what programs with windows need, and nothing else.
//!
//! The program's own environment may hold keys of providers. A browser runs the scripts of strangers, so it gets none of it
//! but the variables that are listed here.

use std::ffi::OsString;

/// The variables that a browser gets of those.
pub(crate) fn browser_environment(
    own: impl IntoIterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (OsString, OsString)> {
    own.into_iter().filter(|(name, _)| name.to_str().is_some_and(is_passed_on))
}

fn is_passed_on(name: &str) -> bool {
    NAMES.contains(&name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

const NAMES: [&str; 18] = [
    "HOME",
    "USER",
    "LOGNAME",
    "PATH",
    "SHELL",
    "PWD",
    "TMPDIR",
    "TZ",
    "LANG",
    "LANGUAGE",
    "DISPLAY",
    "XAUTHORITY",
    "DESKTOP_SESSION",
    "SESSION_MANAGER",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "NO_AT_BRIDGE",
    "CHROME_DEVEL_SANDBOX",
];

/// Locales, desktops, sound, fonts and graphics.
const BEGINNINGS: [&str; 17] = [
    "LC_",
    "XDG_",
    "WAYLAND_",
    "DBUS_",
    "GTK_",
    "GDK_",
    "QT_",
    "GNOME_",
    "KDE_",
    "PULSE_",
    "PIPEWIRE_",
    "ALSA_",
    "FONTCONFIG_",
    "LIBGL_",
    "MESA_",
    "VK_",
    "EGL_",
];

#[cfg(test)]
mod tests;
