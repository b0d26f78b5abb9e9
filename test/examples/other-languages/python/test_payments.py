"""Tests with the network at DEVNET_URL. Each test leaves the network as it found it."""

import json
import os
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ALICE = "ST4PX1WX5WZKPAC54CX2SMX6EJPGB0JYBKH22V6E"
ALICE_BTC = "bcrt1q9wfvns0x0qen0qdxp936599awa37jxydza77fq"


def devnet(method, path, body=None):
    """Calls the network. Returns the JSON of its answer, or fails with the error that it reports."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(os.environ["DEVNET_URL"] + path, data, {"content-type": "application/json"}, method=method)
    try:
        with urlopen(request, timeout=60) as response:
            return json.load(response)
    except HTTPError as error:
        raise AssertionError(f"{method} {path}: {error.read().decode()}") from None


def balance(address):
    """Returns micro-STX."""
    return int(devnet("GET", f"/v2/accounts/{address}?proof=0")["balance"], 16)


class Payments(unittest.TestCase):
    def setUp(self):
        snapshot = devnet("POST", "/devnet/v1/snapshots")["id"]
        self.addCleanup(devnet, "POST", f"/devnet/v1/snapshots/{snapshot}/restore")
        self.assertEqual(balance(ALICE), 0)

    def test_the_faucet_answers_after_the_block(self):
        payment = devnet("POST", f"/extended/v1/faucets/stx?address={ALICE}&wait=true")
        self.assertGreater(payment["block"]["height"], 0)
        self.assertEqual(balance(ALICE), 500_000_000)

    def test_waits_for_a_transaction(self):
        payment = devnet("POST", f"/extended/v1/faucets/stx?address={ALICE}")
        receipt = devnet("GET", f"/devnet/v1/tx/{payment['txId']}/wait")
        self.assertEqual(receipt["status"], "success")
        self.assertEqual(balance(ALICE), 500_000_000)

    def test_mines_bitcoin_blocks(self):
        payment = devnet("POST", "/extended/v1/faucets/btc?wait=true", {"address": ALICE_BTC})
        mined = devnet("POST", "/devnet/v1/mine", {"bitcoin": 5})
        self.assertEqual(mined["bitcoin"]["height"], payment["block"]["height"] + 5)


if __name__ == "__main__":
    unittest.main()
