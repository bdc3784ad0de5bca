//! Units of measurement by their symbols, for amounts that a brain converts.

/// Converts an amount between two units of the same kind.
pub(super) fn convert(amount: f64, from: &str, to: &str) -> Option<f64> {
    if let Some(converted) = convert_temperature(amount, from, to) {
        return Some(converted);
    }
    UNITS.iter().find_map(|kind| {
        let factor = |unit: &str| kind.iter().find(|(names, _)| names.contains(&unit)).map(|(_, factor)| *factor);
        Some(amount * factor(from)? / factor(to)?)
    })
}

fn convert_temperature(amount: f64, from: &str, to: &str) -> Option<f64> {
    let celsius = match from {
        "c" => amount,
        "f" => (amount - 32.0) / 1.8,
        "k" if to == "c" || to == "f" => amount - 273.15,
        _ => return None,
    };
    match to {
        "c" => Some(celsius),
        "f" => Some(celsius * 1.8 + 32.0),
        "k" => Some(celsius + 273.15),
        _ => None,
    }
}

type UnitKind = &'static [(&'static [&'static str], f64)];

const UNITS: [UnitKind; 7] = [
    // Lengths in metres.
    &[
        (&["mm"], 0.001),
        (&["cm"], 0.01),
        (&["m", "metres", "meters"], 1.0),
        (&["km"], 1_000.0),
        (&["in", "inch", "inches"], 0.0254),
        (&["ft", "feet"], 0.3048),
        (&["yd", "yards"], 0.9144),
        (&["mi", "mile", "miles"], 1_609.344),
    ],
    // Weights in grams.
    &[
        (&["mg"], 0.001),
        (&["g"], 1.0),
        (&["kg"], 1_000.0),
        (&["t"], 1_000_000.0),
        (&["oz"], 28.349_523_125),
        (&["lb", "lbs"], 453.592_37),
    ],
    // Volumes in litres.
    &[(&["ml"], 0.001), (&["cl"], 0.01), (&["l"], 1.0), (&["gal"], 3.785_411_784), (&["pt"], 0.473_176_473)],
    // Times in seconds.
    &[
        (&["ms"], 0.001),
        (&["s", "sec", "seconds"], 1.0),
        (&["min", "mins", "minutes"], 60.0),
        (&["h", "hr", "hrs", "hour", "hours", "std"], 3_600.0),
        (&["d", "day", "days"], 86_400.0),
        (&["week", "weeks"], 604_800.0),
    ],
    // Amounts of data in bytes.
    &[
        (&["b", "bytes"], 1.0),
        (&["kb"], 1e3),
        (&["mb"], 1e6),
        (&["gb"], 1e9),
        (&["tb"], 1e12),
        (&["kib"], 1_024.0),
        (&["mib"], 1_048_576.0),
        (&["gib"], 1_073_741_824.0),
    ],
    // Speeds in kilometres an hour.
    &[(&["kmh", "kph"], 1.0), (&["mph"], 1.609_344), (&["ms"], 3.6)],
    // Counts.
    &[(&[""], 1.0), (&["k", "thousand"], 1e3), (&["m", "mio", "million"], 1e6), (&["b", "bn", "billion"], 1e9)],
];
