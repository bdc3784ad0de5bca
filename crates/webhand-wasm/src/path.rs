//! The path of a view's request, taken apart.

use webhand_run_api::ApiProblem;

/// Parts of the path and parameters of the query, with their escapes undone.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) parts: Vec<String>,
    parameters: Vec<(String, String)>,
}

impl Path {
    pub(crate) fn parse(written: &str) -> Self {
        let (path, query) = written.split_once('?').unwrap_or((written, ""));
        let parts = path.split('/').filter(|part| !part.is_empty()).map(decode).collect();
        let parameters = query.split('&').filter_map(|pair| pair.split_once('='));
        let parameters = parameters.map(|(name, value)| (decode(name), decode(value))).collect();
        Self { parts, parameters }
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let found = self.parameters.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<u64>, ApiProblem> {
        let parse = |text: String| text.parse().map_err(|_| ApiProblem::bad(&format!("{name} takes a number")));
        self.parameter(name).map(parse).transpose()
    }
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits: Vec<u8> = rest.by_ref().take(2).collect();
                let digits = std::str::from_utf8(&digits).unwrap_or_default();
                u8::from_str_radix(digits, 16).unwrap_or(b'?')
            }
            other => other,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_path_is_taken_apart_with_its_escapes_undone() {
        let path = Path::parse("/api/v1/runs/a%2Fb?text=dos+l%C3%A1mparas&limit=5&stage=");
        assert_eq!(path.parts, ["api", "v1", "runs", "a/b"]);
        assert_eq!(path.parameter("text").as_deref(), Some("dos lámparas"));
        assert_eq!(path.number("limit").unwrap(), Some(5));
        assert_eq!(path.parameter("stage"), None);
        assert!(Path::parse("/x?limit=many").number("limit").is_err());
    }
}
