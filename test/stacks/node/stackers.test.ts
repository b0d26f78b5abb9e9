import { createHash } from 'node:crypto';
import { poxAddressToTuple, signPox4SignatureHash } from '@stacks/stacking';
import {
  broadcastTransaction,
  Cl,
  cvToJSON,
  fetchCallReadOnlyFunction,
  makeContractCall,
  privateKeyToPublic,
  signWithKey,
} from '@stacks/transactions';
import { expect, test } from 'vitest';
import { burnBlock, startTestNode, WALLET_1, WALLET_2 } from './test-node.js';

const POX_ADDRESS = 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH';
const AMOUNT = 95_000_000_000_000n;
const MAX_AMOUNT = 10n ** 15n;
const SIGNER = String(privateKeyToPublic(WALLET_1.key));

test('behavior: the reward set of a cycle exists from its prepare phase on', async () => {
  await using node = await startTestNode({ burnchain: Array.from({ length: 126 }, (_, height) => burnBlock(height)), mining: 'manual' });
  const stackerSet = async (cycle: number) => {
    const response = await fetch(`${node.url}/v3/stacker_set/${cycle}`);
    const body = (await response.json()) as { stacker_set: Record<string, unknown> };
    return { status: response.status, body };
  };
  await stack(node.url);
  await node.mine();
  expect(await stackerSet(7)).toMatchObject({ status: 400, body: { err_type: 'not_available_try_again' } });

  for (let height = 126; height <= 135; height++) await node.burnBlock(burnBlock(height));
  expect(await stackerSet(7)).toMatchObject({ status: 400, body: { err_type: 'not_available_try_again' } });
  await node.burnBlock(burnBlock(136));
  const { status, body } = await stackerSet(7);
  expect(status).toBe(200);
  const { pox_ustx_threshold: threshold, rewarded_addresses: addresses, signers } = body.stacker_set;
  const slots = Number(AMOUNT / BigInt(Number(threshold)));
  expect(signers).toEqual([{ signing_key: SIGNER, stacked_amt: Number(AMOUNT), weight: slots }]);
  expect(addresses).toEqual(
    Array.from({ length: slots }, () => ({
      Standard: [{ bytes: '6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce', version: 26 }, 'SerializeP2PKH'],
    })),
  );
  expect(slots).toBeGreaterThan(0);
  expect(await stackerSet(6)).toMatchObject({ status: 200, body: { stacker_set: { signers: [], rewarded_addresses: [] } } });
  expect(await stackerSet(1)).toMatchObject({ status: 400, body: { err_type: 'other' } });
});

test('behavior: once the set is chosen, its threshold stays, whatever stackers do after that', async () => {
  await using node = await startTestNode({ burnchain: Array.from({ length: 126 }, (_, height) => burnBlock(height)), mining: 'manual' });
  const ask = async (path: string) => (await fetch(`${node.url}${path}`)).json() as Promise<Record<string, Record<string, number>>>;
  const pox = async () => {
    const { next_cycle: next = {}, min_amount_ustx: least } = await ask('/v2/pox');
    return { stacked: next['stacked_ustx'], threshold: next['min_threshold_ustx'], least };
  };
  await stack(node.url);
  await node.mine();
  for (let height = 126; height <= 136; height++) await node.burnBlock(burnBlock(height));
  const threshold = (await ask('/v3/stacker_set/7'))['stacker_set']?.['pox_ustx_threshold'];
  expect(await pox()).toEqual({ stacked: Number(AMOUNT), threshold, least: threshold });
  await stack(node.url, true);
  await node.mine();
  expect(await pox()).toEqual({ stacked: 2 * Number(AMOUNT), threshold, least: threshold });
  for (let height = 137; height <= 141; height++) await node.burnBlock(burnBlock(height));
  expect((await ask('/v2/pox'))['current_cycle']).toMatchObject({ id: 7, stacked_ustx: 2 * Number(AMOUNT), min_threshold_ustx: threshold });
});

test('behavior: the prepare phase writes the signers into their boot contracts, and a reorganisation takes them out', async () => {
  await using node = await startTestNode({ burnchain: Array.from({ length: 126 }, (_, height) => burnBlock(height)), mining: 'manual' });
  const read = async (contract: string, fn: string, ...args: bigint[]) => {
    const [contractAddress, sender] = ['ST000000000000000000002AMW42H', WALLET_1.address];
    const call = { contractAddress, contractName: contract, functionName: fn, functionArgs: args.map((arg) => Cl.uint(arg)) };
    return cvToJSON(await fetchCallReadOnlyFunction({ ...call, senderAddress: sender, client: { baseUrl: node.url } }));
  };
  await stack(node.url);
  await node.mine();
  for (let height = 126; height <= 135; height++) await node.burnBlock(burnBlock(height));
  expect(await read('signers', 'get-signers', 7n)).toMatchObject({ value: null });

  await node.burnBlock(burnBlock(136));
  const { burnHeight } = node.tip();
  expect(burnHeight).toBe(136);
  const [signer] = (await read('signers', 'get-signers', 7n)).value.value;
  expect(signer.value).toMatchObject({ signer: { value: WALLET_1.address }, weight: { value: expect.stringMatching(/^[1-9]/) } });
  expect(await read('signers', 'get-last-set-cycle')).toMatchObject({ value: { value: '7' } });
  const slots = [{ value: { signer: { value: WALLET_1.address }, 'num-slots': { value: '1' } } }];
  expect((await read('signers-1-3', 'stackerdb-get-signer-slots')).value).toMatchObject({ value: slots });
  expect((await read('signers-0-3', 'stackerdb-get-signer-slots')).value).toMatchObject({ value: [] });

  const snapshot = await node.snapshot();
  await node.burnReorg(135);
  expect(await read('signers', 'get-signers', 7n)).toMatchObject({ value: null });
  await node.restore(snapshot);
  expect(await read('signers', 'get-last-set-cycle')).toMatchObject({ value: { value: '7' } });
});

test('behavior: from the first block of their cycle on, each block has a signature of each signer and a bit of each slot', async () => {
  await using node = await startTestNode({ burnchain: Array.from({ length: 126 }, (_, height) => burnBlock(height)), mining: 'manual' });
  const read = async (path: string) => (await fetch(node.url + path)).json() as Promise<Record<string, never>>;
  const signed = async () => (await read(`/v3/signer/${SIGNER}/7`))['blocks_signed'];
  const header = async () => {
    const { consensus_hash: tenure } = await read('/v3/tenures/info');
    return (await read(`/v3/tenures/tip/${tenure}`))['Nakamoto'] as unknown as { signer_signature: string[]; pox_treatment: string };
  };
  await stack(node.url);
  await node.mine();
  for (let height = 126; height <= 139; height++) await node.burnBlock(burnBlock(height));
  expect(await header()).toMatchObject({ signer_signature: [], pox_treatment: '00010000000101' });
  expect(await signed()).toBe(0);

  await node.burnBlock(burnBlock(140));
  const { stacker_set: set } = (await read('/v3/stacker_set/7')) as unknown as { stacker_set: { rewarded_addresses: unknown[] } };
  const { signer_signature: signatures, pox_treatment: treatment } = await header();
  expect(signatures).toEqual([expect.stringMatching(/^[0-9a-f]{130}$/)]);
  expect(set.rewarded_addresses).toHaveLength(22);
  expect(treatment).toBe('001600000003ffff3f');
  expect(await signed()).toBe(1);
  await node.mine();
  expect(await signed()).toBe(2);
  const block = Buffer.from(await (await fetch(`${node.url}/v3/blocks/${node.tip().hash.slice(2)}`)).arrayBuffer());
  // version, height, burnt, consensus hash, parent, transactions, state, time, the miner's signature
  const signers = block.subarray(1 + 8 + 8 + 20 + 32 + 32 + 32 + 8 + 65);
  expect(signers.readUInt32BE()).toBe(1);
  expect(signers.subarray(4, 4 + 65).toString('hex')).toBe((await header()).signer_signature[0]);
});

test('behavior: a signer writes to its slot of a StackerDB, each time with a higher version; others cannot', async () => {
  await using node = await startTestNode({ burnchain: Array.from({ length: 126 }, (_, height) => burnBlock(height)), mining: 'manual' });
  await stack(node.url);
  await node.mine();
  for (let height = 126; height <= 136; height++) await node.burnBlock(burnBlock(height));
  const path = `${node.url}/v2/stackerdb/ST000000000000000000002AMW42H/signers-1-4`;
  const write = async (version: number, data: string, { slot = 0, key = WALLET_1.key } = {}) => {
    const digest = hash(chunkHead(slot, version), hash(Buffer.from(data, 'hex')));
    const body = JSON.stringify({ slot_id: slot, slot_version: version, sig: signWithKey(key, digest.toString('hex')), data });
    const response = await fetch(`${path}/chunks`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text) as { accepted: boolean; code?: number; metadata?: { slot_version: number; data_hash: string } };
  };
  const chunk = async (version = '') => {
    const response = await fetch(`${path}/0${version}`);
    return response.ok ? Buffer.from(await response.arrayBuffer()).toString('hex') : response.status;
  };
  const snapshot = await node.snapshot();
  expect(await chunk()).toBe('');
  expect(await write(1, 'c0ffee')).toEqual({
    accepted: true,
    metadata: {
      slot_id: 0,
      slot_version: 1,
      data_hash: hash(Buffer.from('c0ffee', 'hex')).toString('hex'),
      signature: expect.stringMatching(/^0[01][0-9a-f]{128}$/),
    },
  });
  expect([await chunk(), await chunk('/1'), await chunk('/2')]).toEqual(['c0ffee', 'c0ffee', 404]);
  expect(await write(1, 'dead')).toMatchObject({ accepted: false, code: 0, metadata: { slot_version: 1 } });
  expect(await write(5, 'dead')).toMatchObject({ accepted: true, metadata: { slot_version: 5 } });
  expect(await write(6, 'beef', { key: WALLET_2.key })).toMatchObject({ accepted: false, code: 2, metadata: { slot_version: 5 } });
  expect(await write(1, 'beef', { slot: 1 })).toEqual({ accepted: false, code: 1, reason: expect.stringContaining('NoSuchSlot') });
  expect(await write(6, '00'.repeat(2 * 1024 * 1024 + 1))).toMatchObject({ accepted: false, code: 3 });
  expect(await chunk()).toBe('dead');

  await using fork = await closing(node.fork());
  const { url, close } = await fork.listen({ host: '127.0.0.1', port: 0 });
  const forked = await fetch(`${url}/v2/stackerdb/ST000000000000000000002AMW42H/signers-1-4/0/5`);
  expect(await forked.text()).toBe(Buffer.from('dead', 'hex').toString('utf8'));
  await close();
  await node.restore(snapshot);
  expect(await chunk()).toBe('');
});

/** What is signed of a chunk before the hash of its data. */
function chunkHead(slot: number, version: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(slot);
  head.writeUInt32BE(version, 4);
  return head;
}

function hash(...parts: Buffer[]): Buffer {
  return createHash('sha512-256').update(Buffer.concat(parts)).digest();
}

async function closing<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T & AsyncDisposable> {
  const started = await starting;
  return { ...started, [Symbol.asyncDispose]: () => started.close() };
}

/** @param late stacks the other wallet's, in the prepare phase: too late to be chosen */
async function stack(url: string, late = false): Promise<void> {
  const signature = signPox4SignatureHash({
    topic: 'stack-stx',
    poxAddress: POX_ADDRESS,
    rewardCycle: 6,
    period: 2,
    network: 'testnet',
    privateKey: WALLET_1.key,
    maxAmount: MAX_AMOUNT,
    authId: late ? 2 : 1,
  });
  const transaction = await makeContractCall({
    contractAddress: 'ST000000000000000000002AMW42H',
    contractName: 'pox-4',
    functionName: 'stack-stx',
    functionArgs: [
      Cl.uint(AMOUNT),
      poxAddressToTuple(POX_ADDRESS),
      Cl.uint(late ? 136 : 125),
      Cl.uint(2),
      Cl.some(Cl.bufferFromHex(signature)),
      Cl.bufferFromHex(SIGNER),
      Cl.uint(MAX_AMOUNT),
      Cl.uint(late ? 2 : 1),
    ],
    senderKey: late ? WALLET_2.key : WALLET_1.key,
    fee: 3_000n,
    nonce: 0n,
    network: 'testnet',
    postConditionMode: 'allow',
  });
  expect(await broadcastTransaction({ transaction, client: { baseUrl: url } })).toHaveProperty('txid');
}
