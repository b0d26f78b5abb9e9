// Pays, waits, saves a snapshot and restores it with the generated types: use.mts GATEWAY-URL
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const address = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const { data: snapshot } = await client.POST('/devnet/v1/snapshots');
assert(snapshot);
const { data: payment } = await client.POST('/extended/v1/faucets/stx', { params: { query: { address } } });
assert(payment?.success);
const { data: receipt } = await client.GET('/devnet/v1/tx/{txid}/wait', { params: { path: { txid: payment.txId } } });
assert.equal(receipt?.txid, payment.txId);
const restored = await client.POST('/devnet/v1/snapshots/{id}/restore', { params: { path: { id: snapshot.id } } });
assert.equal(restored.response.status, 200);
process.stdout.write(`${payment.txId} confirmed, then restored ${snapshot.id}\n`);
