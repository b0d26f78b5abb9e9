"""Pays, waits, saves a snapshot and restores it with the generated client: use.py GATEWAY-URL"""

import sys

from devnet_client import Client
from devnet_client.api.control import create_snapshot, restore_snapshot, wait_for_tx
from devnet_client.api.faucets import pay_stacks

client = Client(base_url=sys.argv[1], timeout=60)
address = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG"
# None, because generated code cannot leave out a body that may be null.
snapshot = create_snapshot.sync_detailed(client=client, body=None)
assert snapshot.status_code == 201, snapshot
payment = pay_stacks.sync_detailed(client=client, address=address)
assert payment.status_code == 200 and payment.parsed.success, payment
receipt = wait_for_tx.sync_detailed(payment.parsed.tx_id, client=client)
assert receipt.status_code == 200 and receipt.parsed.txid == payment.parsed.tx_id, receipt
restored = restore_snapshot.sync_detailed(snapshot.parsed.id, client=client)
assert restored.status_code == 200, restored
print(f"{payment.parsed.tx_id} confirmed, then restored {snapshot.parsed.id}")
