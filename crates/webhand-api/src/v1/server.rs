//! The server itself: health, sessions of dashboards, settings, models.

use axum::body::Body;
use axum::http::Response;
use axum::http::header::AUTHORIZATION;
use webhand_run_api::ApiProblem;
use webhand_wire::api::{Health, ProblemCode, ServerInfo, SessionToken, SettingValue, TaskDraft};

use super::{Call, json, no_content};
use crate::http::Role;

impl Call {
    #[expect(clippy::unnecessary_wraps, reason = "the calls have one form")]
    pub(super) fn health(self) -> Result<Response<Body>, ApiProblem> {
        let (load, limits) = (self.api.runs.load(), self.api.runs.limits());
        Ok(json(&Health {
            status: "ok".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            working: count(load.working),
            queued: count(load.queued),
            limit: count(limits.working),
        }))
    }

    pub(super) fn info(self) -> Result<Response<Body>, ApiProblem> {
        let info = self.api.host.info()?;
        let limit = count(self.api.runs.limits().working);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(json(&ServerInfo { version, owner: self.role() == Role::Owner, limit, ..info }))
    }

    pub(super) fn intent(self) -> Result<Response<Body>, ApiProblem> {
        let TaskDraft { text } = self.body()?;
        Ok(json(&self.api.host.intent(&text)))
    }

    pub(super) fn open_session(self) -> Result<Response<Body>, ApiProblem> {
        let code = self.head.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let code = code.split_once(' ').map_or("", |(_, code)| code.trim());
        let used =
            || ApiProblem::new(ProblemCode::Unauthorized, "this code was used; `webhand dashboard` makes another");
        let token = self.api.access.dashboard().redeem(code).ok_or_else(used)?;
        Ok(json(&SessionToken { token }))
    }

    #[expect(clippy::unnecessary_wraps, reason = "the calls have one form")]
    pub(super) fn new_code(self) -> Result<Response<Body>, ApiProblem> {
        let token = self.api.access.dashboard().new_code().as_secret_text().to_owned();
        Ok(json(&SessionToken { token }))
    }

    pub(super) fn models(self) -> Result<Response<Body>, ApiProblem> {
        Ok(json(&self.api.host.models()?))
    }

    pub(super) fn settings(self) -> Result<Response<Body>, ApiProblem> {
        Ok(json(&self.api.host.settings()?))
    }

    pub(super) fn set_setting(self) -> Result<Response<Body>, ApiProblem> {
        let SettingValue { value } = self.body()?;
        self.api.host.set(self.part("key"), value.as_deref())?;
        Ok(no_content())
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
