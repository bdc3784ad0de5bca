//! Which connections of the browser are allowed, by host, resolved address and what the run may reach.

use std::net::IpAddr;

use webhand_model::{DecisionSource, Grant, Origin, OriginPattern, Permission, Task, WebUrl};

use crate::egress::{
    AddressClass, Connection, ConnectionRefusal as Refusal, ConnectionVerdict, Initiator, Listener, NetworkPolicy,
    TunnelOpening, judge_connection, judge_tunnel,
};
use crate::{Approved, Policy, Verdict, judge};

use super::{action, task};
use serde_json::json;
use webhand_model::Facts;

/// A run that starts on a public shop.
fn shopping(grants: &[&str]) -> NetworkPolicy {
    let grants: Vec<_> = grants.iter().map(|origins| (*origins, Permission::Read)).collect();
    Policy::of(&task(&grants)).network()
}

/// A run that starts at this address.
fn starting_at(url: &str) -> NetworkPolicy {
    Policy::of(&Task { start: Some(WebUrl::parse(url).unwrap()), ..Task::new("look") }).network()
}

/// The session of an outside agent.
fn outside(grants: &[&str]) -> NetworkPolicy {
    let grant =
        |origins: &&str| Grant { origins: OriginPattern::parse(origins).unwrap(), permission: Permission::Read };
    let grants = grants.iter().map(grant).collect();
    Policy::of(&Task { decided_by: DecisionSource::Outside, grants, ..Task::new("") }).network()
}

/// An address `host:port`, and what the host resolves to.
fn connect(to: &str, addresses: &[&str], initiator: Initiator, policy: &NetworkPolicy) -> Option<Refusal> {
    let addresses: Vec<IpAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
    let (host, port) = to.rsplit_once(':').unwrap();
    let connection = Connection {
        host,
        port: port.parse().unwrap(),
        addresses: &addresses,
        first_seen: None,
        listener: Listener::Other,
        initiator,
    };
    verdict(&connection, policy)
}

fn verdict(connection: &Connection<'_>, policy: &NetworkPolicy) -> Option<Refusal> {
    match judge_connection(connection, policy) {
        ConnectionVerdict::Allow => None,
        ConnectionVerdict::Refuse(reason) => Some(reason),
    }
}

fn page(url: &str) -> Initiator {
    Initiator::Page { origin: Origin::from_url(url), network: None }
}

fn page_in(url: &str, network: AddressClass) -> Initiator {
    Initiator::Page { origin: Origin::from_url(url), network: Some(network) }
}

#[test]
fn addresses_are_classed_by_the_network_they_lead_to() {
    for (address, class) in [
        ("93.184.216.34", AddressClass::Public),
        ("198.18.0.7", AddressClass::Public),
        ("2606:4700::1111", AddressClass::Public),
        ("64:ff9b::5db8:d822", AddressClass::Public),
        ("10.0.0.1", AddressClass::Private),
        ("172.31.255.1", AddressClass::Private),
        ("192.168.1.1", AddressClass::Private),
        ("100.64.0.1", AddressClass::Private),
        ("100.127.255.254", AddressClass::Private),
        ("fd00::1", AddressClass::Private),
        ("64:ff9b::a00:1", AddressClass::Private),
        ("2002:a00:1::", AddressClass::Private),
        ("::ffff:192.168.1.1", AddressClass::Private),
        ("169.254.169.254", AddressClass::LinkLocal),
        ("fe80::1", AddressClass::LinkLocal),
        ("fec0::1", AddressClass::LinkLocal),
        ("127.0.0.1", AddressClass::Loopback),
        ("127.8.8.8", AddressClass::Loopback),
        ("::1", AddressClass::Loopback),
        ("::ffff:127.0.0.1", AddressClass::Loopback),
        ("::7f00:1", AddressClass::Loopback),
        ("64:ff9b::7f00:1", AddressClass::Loopback),
        ("2002:7f00:1::", AddressClass::Loopback),
        ("0.0.0.0", AddressClass::Unroutable),
        ("::", AddressClass::Unroutable),
        ("224.0.0.251", AddressClass::Unroutable),
        ("255.255.255.255", AddressClass::Unroutable),
        ("240.0.0.1", AddressClass::Unroutable),
        ("192.0.2.1", AddressClass::Unroutable),
        ("ff02::fb", AddressClass::Unroutable),
    ] {
        assert_eq!(AddressClass::of(address.parse().unwrap()), class, "{address}");
    }
}

#[test]
fn hosts_of_a_public_page_are_judged_after_resolution() {
    let shop = shopping(&[]);
    for (to, addresses, refused) in [
        ("cdn.example:443", &["93.184.216.34"][..], None),
        ("cdn.example:8443", &["2606:4700::1111", "93.184.216.34"], None),
        ("evil.example:80", &["127.0.0.1"], Some(Refusal::NameOfThisMachine)),
        ("evil.example:80", &["::1"], Some(Refusal::NameOfThisMachine)),
        // One private address among public ones is enough: the browser could be led to it.
        ("evil.example:80", &["93.184.216.34", "10.0.0.1"], Some(Refusal::PrivateNetwork)),
        ("evil.example:80", &["10.0.0.1"], Some(Refusal::PrivateNetwork)),
        ("10.0.0.1:80", &["10.0.0.1"], Some(Refusal::PrivateNetwork)),
        ("evil.example:80", &["169.254.169.254"], Some(Refusal::LinkLocal)),
        ("169.254.169.254:80", &["169.254.169.254"], Some(Refusal::LinkLocal)),
        ("0.0.0.0:80", &["0.0.0.0"], Some(Refusal::Unroutable)),
        ("evil.example:80", &["224.0.0.251"], Some(Refusal::Unroutable)),
        ("localhost:3000", &["127.0.0.1", "::1"], Some(Refusal::ThisMachine)),
        ("127.0.0.1:3000", &["127.0.0.1"], Some(Refusal::ThisMachine)),
        ("update.googleapis.com:443", &["93.184.216.34"], Some(Refusal::BrowserService)),
        ("accounts.google.com:443", &["93.184.216.34"], None),
    ] {
        assert_eq!(connect(to, addresses, Initiator::Unknown, &shop), refused, "{to} {addresses:?}");
    }
}

#[test]
fn a_grant_names_exactly_the_host_and_port_that_leads_inside() {
    for (grant, to, address, refused) in [
        ("shop.test:8080", "shop.test:8080", "127.0.0.1", None),
        ("shop.test:8080", "shop.test:8081", "127.0.0.1", Some(Refusal::NameOfThisMachine)),
        ("shop.test:8080", "evil.test:8080", "127.0.0.1", Some(Refusal::NameOfThisMachine)),
        ("*.shop.test:*", "api.shop.test:8080", "127.0.0.1", None),
        ("wiki.corp.example", "wiki.corp.example:443", "10.0.0.1", None),
        ("10.0.0.1:8080", "10.0.0.1:8080", "10.0.0.1", None),
        ("10.0.0.1:8080", "10.0.0.1:22", "10.0.0.1", Some(Refusal::PrivateNetwork)),
        ("169.254.169.254", "169.254.169.254:80", "169.254.169.254", None),
        ("localhost", "localhost:3000", "127.0.0.1", None),
        ("localhost", "evil.test:3000", "127.0.0.1", Some(Refusal::NameOfThisMachine)),
        ("localhost", "localhost:9222", "127.0.0.1", Some(Refusal::DebugPort)),
        ("localhost:9222", "localhost:9222", "127.0.0.1", None),
        ("0.0.0.0:80", "0.0.0.0:80", "0.0.0.0", Some(Refusal::Unroutable)),
        // `all` speaks of sites; what lies behind a name is not a site.
        ("all", "evil.test:80", "127.0.0.1", Some(Refusal::NameOfThisMachine)),
        ("all", "evil.test:80", "10.0.0.1", Some(Refusal::PrivateNetwork)),
        ("all", "localhost:3000", "127.0.0.1", Some(Refusal::ThisMachine)),
    ] {
        let policy = shopping(&[grant]);
        assert_eq!(connect(to, &[address], Initiator::Unknown, &policy), refused, "--allow {grant}: {to} {address}");
    }
}

#[test]
fn a_developers_own_pages_open_unasked_and_other_sites_do_not_reach_them() {
    let local = starting_at("http://localhost:3000/");
    let public_page = page("https://evil.example");
    for (policy, to, initiator, refused) in [
        (&local, "localhost:3000", Initiator::OwnSite, None),
        (&local, "localhost:8080", page("http://localhost:3000"), None),
        (&local, "127.0.0.1:8080", page("http://localhost:3000"), None),
        (&local, "localhost:8443", Initiator::Unknown, None),
        (&local, "localhost:3000", public_page.clone(), Some(Refusal::FromAnotherSite)),
        (&local, "localhost:3000", Initiator::Anonymous, Some(Refusal::FromAnotherSite)),
        (&local, "localhost:3000", page_in("http://shop.test", AddressClass::Loopback), None),
        (
            &local,
            "localhost:3000",
            page_in("http://wiki.corp.example", AddressClass::Private),
            Some(Refusal::FromAnotherSite),
        ),
        (&local, "localhost:9229", Initiator::OwnSite, Some(Refusal::DebugPort)),
        (&outside(&[]), "localhost:3000", Initiator::OwnSite, None),
        (&outside(&[]), "app.localhost:3000", Initiator::OwnSite, None),
        (&outside(&[]), "localhost:8080", page("http://localhost:3000"), None),
        (&outside(&[]), "localhost:3000", public_page.clone(), Some(Refusal::FromAnotherSite)),
        (&outside(&[]), "localhost:3000", Initiator::Anonymous, Some(Refusal::FromAnotherSite)),
        // An encrypted request names nobody, so something of this machine must have been opened before.
        (&outside(&[]), "localhost:8443", Initiator::Unknown, Some(Refusal::ThisMachine)),
        // A grant for the page's own site is none for this machine.
        (&outside(&["evil.example"]), "localhost:3000", public_page.clone(), Some(Refusal::FromAnotherSite)),
        (&outside(&["localhost"]), "localhost:3000", public_page.clone(), None),
        (&outside(&["localhost"]), "localhost:8443", Initiator::Unknown, None),
    ] {
        assert_eq!(connect(to, &["127.0.0.1"], initiator.clone(), policy), refused, "{to} {initiator:?}");
    }
}

#[test]
fn an_address_in_a_private_network_that_the_person_wrote_is_reached_by_its_own_pages() {
    let wiki = starting_at("http://wiki.corp.example/");
    for (to, initiator, refused) in [
        ("wiki.corp.example:80", Initiator::Unknown, None),
        ("wiki.corp.example:80", page("http://wiki.corp.example"), None),
        ("wiki.corp.example:80", page("https://evil.example"), Some(Refusal::FromAnotherSite)),
        ("wiki.corp.example:80", page_in("http://ci.corp.example", AddressClass::Private), None),
        (
            "wiki.corp.example:80",
            page_in("http://ci.corp.example", AddressClass::Public),
            Some(Refusal::FromAnotherSite),
        ),
        ("wiki.corp.example:8080", Initiator::Unknown, Some(Refusal::PrivateNetwork)),
        ("db.corp.example:80", page("http://wiki.corp.example"), Some(Refusal::PrivateNetwork)),
    ] {
        assert_eq!(connect(to, &["10.0.0.1"], initiator.clone(), &wiki), refused, "{to} {initiator:?}");
    }
    // The person wrote a name, not this machine.
    assert_eq!(
        connect("wiki.corp.example:80", &["127.0.0.1"], Initiator::Unknown, &wiki),
        Some(Refusal::NameOfThisMachine)
    );
    let agent = outside(&[]);
    assert_eq!(
        connect("wiki.corp.example:80", &["10.0.0.1"], Initiator::OwnSite, &agent),
        Some(Refusal::PrivateNetwork)
    );
}

#[test]
fn a_name_that_was_public_stays_so_for_the_run() {
    let granted = shopping(&["rebind.test:8080", "localhost"]);
    let addresses = ["127.0.0.1".parse().unwrap()];
    let second = Connection {
        host: "rebind.test",
        port: 8080,
        addresses: &addresses,
        first_seen: Some(AddressClass::Public),
        listener: Listener::Other,
        initiator: Initiator::OwnSite,
    };
    assert_eq!(verdict(&second, &granted), Some(Refusal::Rebound));
    let always_local = Connection { first_seen: Some(AddressClass::Loopback), ..second };
    assert_eq!(verdict(&always_local, &granted), None);
}

#[test]
fn no_grant_opens_webhands_own_ports() {
    let addresses = ["127.0.0.1".parse().unwrap()];
    for host in ["127.0.0.1", "localhost", "shop.test"] {
        let to_webhand = Connection {
            host,
            port: 8080,
            addresses: &addresses,
            first_seen: None,
            listener: Listener::Webhand,
            initiator: Initiator::OwnSite,
        };
        let policy = outside(&["localhost", "127.0.0.1:8080", "shop.test:8080", "all"]);
        assert_eq!(verdict(&to_webhand, &policy), Some(Refusal::OwnPort), "{host}");
    }
}

#[test]
fn names_that_only_a_proxy_resolves_pass_unless_they_look_private() {
    let shop = shopping(&["nas.lan"]);
    for (to, refused) in [
        ("news.example:443", None),
        ("nas.lan:80", None),
        ("printer.lan:80", Some(Refusal::PrivateNetwork)),
        ("intranet:80", Some(Refusal::PrivateNetwork)),
    ] {
        assert_eq!(connect(to, &[], Initiator::Unknown, &shop), refused, "{to}");
    }
}

#[test]
fn an_agent_that_opened_a_local_page_may_load_its_encrypted_parts() {
    let policy = Policy::of(&Task { decided_by: DecisionSource::Outside, ..Task::new("") });
    let approved = |url: &str| -> Approved {
        match judge(action("open", json!({"url": url})), &Facts::default(), &policy) {
            Verdict::Allow(approved) => approved,
            other @ (Verdict::Ask { .. } | Verdict::Forbid { .. }) => panic!("{url}: {other:?}"),
        }
    };
    let mut network = NetworkPolicy::default();
    let to_local = |network: &NetworkPolicy| connect("localhost:8443", &["127.0.0.1"], Initiator::Unknown, network);
    network.update(approved("https://news.example/").network());
    assert_eq!(to_local(&network), Some(Refusal::ThisMachine));
    network.update(approved("https://localhost:8443/").network());
    assert_eq!(to_local(&network), None);
    network.update(approved("https://news.example/").network());
    assert_eq!(to_local(&network), None, "the local page may still be open");
    // A name is not known to be private when it is opened, so opening it allows nothing.
    network.update(approved("https://wiki.corp.example/").network());
    assert_eq!(
        connect("wiki.corp.example:443", &["10.0.0.1"], Initiator::Unknown, &network),
        Some(Refusal::PrivateNetwork)
    );
}

#[test]
fn tunnels_carry_requests_and_web_sockets_and_nothing_else() {
    let passes = |opening| judge_tunnel(opening).is_ok();
    assert!([TunnelOpening::TlsWithAlpn, TunnelOpening::TlsOfSocket, TunnelOpening::HttpHead].into_iter().all(passes));
    for opening in [TunnelOpening::TlsWithoutAlpn, TunnelOpening::Stun, TunnelOpening::Other] {
        assert!(!passes(opening), "{opening:?}");
    }
}
