import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Cl, makeContractDeploy, makeSTXTokenTransfer } from '@stacks/transactions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeTransaction } from '#dist/stacks/protocol/codec/transaction/transaction.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, type TestNode, WALLET_1 } from './test-node.js';

const RECIPIENT = 'ST000000000000000000002AMW42H';
const json = { 'content-type': 'application/json' };
const network = 'testnet' as const;
let node: TestNode;

beforeAll(async () => {
  node = await startTestNode({ mining: 'manual' });
  const deploys: [name: string, codeBody: string][] = [
    [
      'traits',
      '(define-trait token ((pay (uint principal (optional (buff 34))) (response bool uint)) (name () (response (string-ascii 32) uint))))',
    ],
    [
      'good',
      '(define-public (pay (a uint) (to principal) (m (optional (buff 34)))) (if (is-eq a u0) (err u1) (ok true)))' +
        '(define-read-only (name) (if true (ok "x") (err u1)))',
    ],
    [
      'declared',
      '(impl-trait .traits.token)(define-public (pay (a uint) (to principal) (m (optional (buff 34)))) (ok true))' +
        '(define-read-only (name) (ok "x"))',
    ],
    ['bad', '(define-public (pay (a uint) (to principal)) (ok true))(define-read-only (name) (ok "x"))'],
  ];
  for (const [nonce, [contractName, codeBody]] of deploys.entries()) {
    const wire = await makeContractDeploy({ contractName, codeBody, senderKey: DEPLOYER.key, fee: 5000n, nonce, network });
    const body = JSON.stringify({ tx: wire.serialize() });
    expect((await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers: json, body })).status).toBe(200);
    await node.mine();
  }
});

afterAll(() => node[Symbol.asyncDispose]());

async function ask(method: string, path: string, body?: string, headers: Record<string, string> = json) {
  const response = await fetch(node.url + path, body === undefined ? { method } : { method, body, headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), headers: response.headers };
}

async function read(path: string): Promise<Record<string, unknown>> {
  return JSON.parse((await ask('GET', path)).text);
}

test('default: the headers of a stacks-node', async () => {
  const { headers } = await ask('GET', '/v2/info');
  expect(Object.fromEntries(headers)).toMatchObject({
    server: 'stacks/2.0',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'origin, content-type',
    'access-control-allow-methods': 'POST, GET, OPTIONS',
    'x-canonical-stacks-tip-height': `${node.tip().height}`,
  });
  expect((await ask('GET', '/v2/nope')).headers.has('x-canonical-stacks-tip-height')).toBe(false);
});

/** The transaction is read before the attachment. */
const UNDERFLOW =
  'Failed to decode due to SIP-003 codec error: ReadError(Error { kind: UnexpectedEof, message: "failed to fill whole buffer" })';
const CALL_READ = `/v2/contracts/call-read/${DEPLOYER.address}/good/name`;
const sender = WALLET_1.address;

test.each([
  ['GET', '/v2/nope', undefined, 404, 'No such file or directory'],
  ['OPTIONS', '/v2/info', undefined, 405, 'Method Not Allowed. Allowed: GET'],
  ['DELETE', `/v3/transaction/${'00'.repeat(32)}`, undefined, 405, 'Method Not Allowed. Allowed: GET'],
  ['GET', `/v3/transaction/0x${'00'.repeat(32)}`, undefined, 400, `Invalid path parameters for '/v3/transaction/0x${'00'.repeat(32)}'`],
  ['GET', '/v3/blocks/xyz', undefined, 400, "Invalid path parameters for '/v3/blocks/xyz'"],
  ['GET', '/v2/accounts/ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGN', undefined, 400, 'Failed to decode: Failed to parse `principal` field'],
  ['GET', '/v2/contracts/interface/ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGN/x', undefined, 400, 'Failed to decode `address`'],
  ['GET', `/v2/accounts/${sender}?tip=${'ab'.repeat(32)}`, undefined, 404, `Chain tip '${'ab'.repeat(32)}' not found`],
  ['GET', `/v2/constant_val/${DEPLOYER.address}/good/NOPE`, undefined, 404, 'Constant not found'],
  ['GET', `/v2/data_var/${DEPLOYER.address}/nope/x`, undefined, 404, 'Data var not found'],
  ['GET', `/v3/blocks/${'00'.repeat(32)}`, undefined, 404, `No such block ${'00'.repeat(32)}\n`],
  ['GET', '/v3/sortitions/nope/00', undefined, 400, 'Failed to decode: Unknown query param: nope'],
  ['POST', '/v3/contracts/fast-call-read/ST000000000000000000002AMW42H/pox-4/f', '{}', 401, 'Unauthorized'],
  ['POST', CALL_READ, 'nonsense', 400, 'Failed to decode: Failed to parse JSON body'],
  ['POST', CALL_READ, '{"sender":1,"arguments":[]}', 400, 'Failed to decode: Failed to parse JSON body'],
  ['POST', CALL_READ, `{"sender":"${sender}","sponsor":"x","arguments":[]}`, 400, 'Failed to decode: Failed to parse sponsor principal'],
  ['POST', `/v2/map_entry/${DEPLOYER.address}/good/m`, '{}', 400, 'Failed to decode: Failed to parse JSON body'],
  ['POST', `/v2/map_entry/${DEPLOYER.address}/good/m`, '"0xff"', 400, 'Failed to decode: Failed to deserialize key value'],
  ['POST', '/v2/transactions', '{"tx":"00","attachment":"zz"}', 400, UNDERFLOW],
  ['POST', '/v2/transactions', '[1]', 400, 'Failed to decode: Failed to parse body'],
])('error: %s %s %s', async (method, path, body, status, text) => {
  expect(await ask(method, path, body)).toMatchObject({ status, type: 'text/plain', text });
});

test('default: who knows the token calls functions whatever they cost, and nothing stays of what they write', async () => {
  const pox = 'ST000000000000000000002AMW42H/pox-4';
  const path = `/v3/contracts/fast-call-read/${pox}/allow-contract-caller`;
  const body = JSON.stringify({ sender, arguments: [`0x${Cl.serialize(Cl.principal(DEPLOYER.address))}`, '0x09'] });
  const call = async (target: string, authorization?: string, sent = body) => {
    const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
    const answer = await fetch(`${node.url}${target}`, { method: 'POST', headers, body: sent });
    return { status: answer.status, text: await answer.text() };
  };
  const forOthers = await call(path.replace('/v3/contracts/fast-call-read', '/v2/contracts/call-read'));
  expect(forOthers).toEqual({ status: 200, text: '{"okay":false,"cause":"NotReadOnly"}' });
  expect(await call(path, '12345')).toEqual({ status: 200, text: '{"okay":true,"result":"0x0703"}' });
  const key = Cl.serialize(Cl.tuple({ sender: Cl.principal(sender), 'contract-caller': Cl.principal(DEPLOYER.address) }));
  const written = await call(`/v2/map_entry/${pox}/allowance-contract-callers?proof=0`, undefined, JSON.stringify(`0x${key}`));
  expect(written).toEqual({ status: 200, text: '{"data":"0x09"}' });
  expect(await call(path, '54321')).toEqual({ status: 401, text: 'Unauthorized' });
  expect(await call(path, '12345', '{}')).toEqual({ status: 400, text: 'Failed to decode: Failed to parse JSON body' });
});

test('error: a body where there should be none', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(`${node.url}/v2/info`, { method: 'GET', headers: { 'content-length': 2 } }, (response) => {
      let all = '';
      response.on('data', (chunk) => (all += chunk)).on('end', () => resolve(all));
    });
    sent.on('error', reject);
    sent.end('{}');
  });
  expect(text).toBe('Failed to decode: Invalid Http request: expected 0-length body for GetInfo');
});

test('behavior: integers beyond 2^53 are exact', async () => {
  expect((await ask('GET', '/v2/pox')).text).toContain('"end_height":9223372036854775807');
  const wire = await makeSTXTokenTransfer({
    ...{ recipient: RECIPIENT, amount: 1n, senderKey: WALLET_1.key, fee: 200n, nonce: 2n ** 63n + 1n, network },
  });
  const { status, text } = await ask('POST', '/v2/transactions', JSON.stringify({ tx: wire.serialize() }));
  expect(status).toBe(400);
  expect(text).toContain('"actual":9223372036854775809');
});

test('behavior: blocks are served as the bytes that their hashes are of', async () => {
  const tip = node.tip();
  const response = await fetch(`${node.url}/v3/blocks/height/${tip.height}`);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  const bytes = Buffer.from(await response.arrayBuffer());
  const byId = await fetch(`${node.url}/v3/blocks/${tip.hash.slice(2)}`);
  expect(Buffer.from(await byId.arrayBuffer())).toEqual(bytes);

  // header: 206 bytes to the miner's signature of 65; signers' signatures; bit vector; then the transactions
  const signed = 1 + 8 + 8 + 20 + 32 + 32 + 32 + 8 + 65;
  const bitVector = bytes.subarray(signed + 4, signed + 4 + 7);
  const hash = createHash('sha512-256').update(bytes.subarray(0, signed)).update(bitVector).digest();
  const consensusHash = bytes.subarray(17, 37);
  expect(`0x${hash.toString('hex')}`).toBe(tip.blockHash);
  expect(`0x${createHash('sha512-256').update(hash).update(consensusHash).digest('hex')}`).toBe(tip.hash);
  expect(bytes.readBigUInt64BE(1)).toBe(BigInt(tip.height));
  const transactions = bytes.subarray(signed + 4 + 7);
  expect(transactions.readUInt32BE(0)).toBe(1);
  expect(decodeTransaction(transactions.subarray(4)).payload).toMatchObject({ type: 'deploy', name: 'bad' });

  const tenure = await fetch(`${node.url}/v3/tenures/${tip.hash.slice(2)}`);
  const whole = Buffer.from(await tenure.arrayBuffer());
  expect(whole.subarray(0, bytes.length)).toEqual(bytes);
  expect(whole.length).toBeGreaterThan(bytes.length * 2);
});

test('behavior: tenures begin with a tenure change and a coinbase', async () => {
  const before = node.tip();
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const info = await read('/v3/tenures/info');
  expect(info).toMatchObject({ tip_height: before.height + 1, tip_block_id: info['tenure_start_block_id'] });
  const bytes = Buffer.from(await (await fetch(`${node.url}/v3/blocks/${info['tip_block_id']}`)).arrayBuffer());
  const change = decodeTransaction(bytes.subarray(206 + 4 + 7 + 4));
  expect(change.payload.type).toBe('tenure-change');
  const coinbase = decodeTransaction(bytes.subarray(206 + 4 + 7 + 4 + change.raw.length));
  expect(coinbase.payload.type).toBe('coinbase');
  expect(await read(`/v3/transaction/${coinbase.txid}`)).toMatchObject({ result: '(ok true)', block_height: before.height + 1 });
});

test('behavior: sortitions by consensus hash, Bitcoin hash and height', async () => {
  const [latest, last] = (await read('/v3/sortitions/latest_and_last')) as unknown as Record<string, unknown>[];
  const hash = (value: unknown) => String(value).slice(2);
  expect(last?.['consensus_hash']).toBe(latest?.['last_sortition_ch']);
  expect(await read(`/v3/sortitions/consensus/${hash(latest?.['consensus_hash'])}`)).toEqual([latest]);
  expect(await read(`/v3/sortitions/burn/${hash(latest?.['burn_block_hash'])}`)).toEqual([latest]);
  expect(await read(`/v3/sortitions/burn_height/${latest?.['burn_block_height']}`)).toEqual([latest]);
});

test('behavior: traits that a contract implements, said or not', async () => {
  const trait = (contract: string, name = 'token') =>
    ask('GET', `/v2/traits/${DEPLOYER.address}/${contract}/${DEPLOYER.address}/traits/${name}`);
  expect(JSON.parse((await trait('good')).text)).toEqual({ is_implemented: true });
  expect(JSON.parse((await trait('declared')).text)).toEqual({ is_implemented: true });
  expect(JSON.parse((await trait('bad')).text)).toEqual({ is_implemented: false });
  expect(await trait('good', 'nope')).toMatchObject({ status: 404, text: 'No contract analysis found or trait definition not found' });
});

test('behavior: whatever is posted is answered', async () => {
  const wire = await makeSTXTokenTransfer({ recipient: RECIPIENT, amount: 1n, senderKey: WALLET_1.key, fee: 300n, nonce: 5n, network });
  const raw = Buffer.from(wire.serialize(), 'hex');
  const headers = { 'content-type': 'application/octet-stream' };
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const body = Buffer.from(raw.subarray(0, random(8) === 0 ? random(raw.length) : raw.length));
    for (let changes = 1 + random(3); changes > 0 && body.length > 0; changes--) body[random(body.length)] = random(256);
    const response = await fetch(`${node.url}/v2/transactions`, { method: 'POST', headers, body });
    const text = await response.text();
    expect([200, 400], text).toContain(response.status);
    if (response.status === 200) expect(JSON.parse(text)).toMatch(/^[0-9a-f]{64}$/);
  }
});
