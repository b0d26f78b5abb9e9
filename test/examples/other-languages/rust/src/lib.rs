//! Tests with the network at DEVNET_URL. Each test leaves the network as it found it.
#![cfg(test)]

use std::time::Duration;

use serde_json::{json, Value};

const ALICE: &str = "ST4PX1WX5WZKPAC54CX2SMX6EJPGB0JYBKH22V6E";
const ALICE_BTC: &str = "bcrt1q9wfvns0x0qen0qdxp936599awa37jxydza77fq";

fn url(path: &str) -> String {
    std::env::var("DEVNET_URL").expect("DEVNET_URL is the gateway of a network") + path
}

fn agent() -> ureq::Agent {
    let minute = Some(Duration::from_secs(60));
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.timeout_global(minute).build().into()
}

fn get(path: &str) -> Value {
    read(agent().get(url(path)).call())
}

fn post(path: &str, body: Value) -> Value {
    read(agent().post(url(path)).send_json(body))
}

/// Returns the JSON of an answer, or panics with the error that the network reports.
fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
    let mut answer = answer.expect("an answer of the network");
    let body: Value = answer.body_mut().read_json().expect("JSON");
    assert!(answer.status().is_success(), "{}: {body}", answer.status());
    body
}

/// Returns micro-STX.
fn balance(address: &str) -> u128 {
    let account = get(&format!("/v2/accounts/{address}?proof=0"));
    let hex = account["balance"]
        .as_str()
        .unwrap()
        .trim_start_matches("0x");
    u128::from_str_radix(hex, 16).unwrap()
}

/// Restores the network when the test ends.
struct Restore(String);

impl Restore {
    fn after() -> Self {
        let snapshot = post("/devnet/v1/snapshots", Value::Null);
        assert_eq!(balance(ALICE), 0);
        Self(snapshot["id"].as_str().unwrap().to_string())
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        post(
            &format!("/devnet/v1/snapshots/{}/restore", self.0),
            Value::Null,
        );
    }
}

#[test]
fn the_faucet_answers_after_the_block() {
    let _restore = Restore::after();
    let payment = post(
        "/extended/v1/faucets/stx?wait=true",
        json!({ "address": ALICE }),
    );
    assert!(payment["block"]["height"].as_u64().unwrap() > 0);
    assert_eq!(balance(ALICE), 500_000_000);
}

#[test]
fn waits_for_a_transaction() {
    let _restore = Restore::after();
    let payment = post("/extended/v1/faucets/stx", json!({ "address": ALICE }));
    let receipt = get(&format!(
        "/devnet/v1/tx/{}/wait",
        payment["txId"].as_str().unwrap()
    ));
    assert_eq!(receipt["status"], "success");
    assert_eq!(balance(ALICE), 500_000_000);
}

#[test]
fn mines_bitcoin_blocks() {
    let _restore = Restore::after();
    let payment = post(
        "/extended/v1/faucets/btc?wait=true",
        json!({ "address": ALICE_BTC }),
    );
    let mined = post("/devnet/v1/mine", json!({ "bitcoin": 5 }));
    assert_eq!(
        mined["bitcoin"]["height"],
        payment["block"]["height"].as_u64().unwrap() + 5
    );
}
