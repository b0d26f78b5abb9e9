import { createHash } from 'node:crypto';
import { broadcastTransaction, Cl, type ClarityValue, makeContractCall } from '@stacks/transactions';
import { type Account, type Devnet, startDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../../devnet.js';

let devnet: Devnet;
let owner: Account;
let other: Account;
let heir: Account;
beforeAll(async () => {
  devnet = await startDevnet({ sbtc: false });
  [owner, other, heir] = [account(devnet, 'wallet_1'), account(devnet, 'wallet_2'), account(devnet, 'wallet_3')];
});
afterAll(() => devnet.close());

const text = (words: string) => Cl.buffer(Buffer.from(words));
const hash160 = (words: string): Buffer => createHash('ripemd160').update(createHash('sha256').update(words).digest()).digest();
const hash = (words: string) => Cl.buffer(hash160(words));
const ZONE = hash160('zone').toString('hex');

/** Calls `bns` and returns the transaction and its block. */
async function call(functionName: string, args: ClarityValue[], sender = owner): Promise<{ txid: string; height: number }> {
  const client = { baseUrl: devnet.urls.gateway ?? '' };
  const transaction = await makeContractCall({
    ...{ contractAddress: 'ST000000000000000000002AMW42H', contractName: 'bns', functionName, functionArgs: args },
    ...{ senderKey: sender.privateKey, fee: 10_000n, postConditionMode: 'allow', network: 'devnet', client },
  });
  const sent = await broadcastTransaction({ transaction, client });
  if ('error' in sent) throw new Error(`${sent.error}: ${sent.reason}`);
  const receipt = await devnet.stacks.waitForTx(sent.txid);
  expect(receipt.status, functionName).toBe('success');
  return { txid: receipt.txid, height: receipt.block.height };
}

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${devnet.urls.gateway}${path}`);
  return { status: response.status, body: await response.json() };
}

/** The contract allows one name for each account. */
async function register(label: string, sender: Account): Promise<{ txid: string; height: number }> {
  await call('name-preorder', [hash(`${label}.shopsalt`), Cl.uint(10_000_000)], sender);
  return call('name-register', [text('shop'), text(label), text('salt'), hash('zone')], sender);
}

test('behavior: names and namespaces are those that `bns` printed, from the registration to the end', { timeout: 60_000 }, async () => {
  expect((await get('/v1/namespaces/shop/names')).body).toEqual({ error: 'No such namespace' });
  await call('namespace-preorder', [hash('shopsalt'), Cl.uint(640_000_000_000)]);
  const one = Cl.uint(1);
  const buckets = Array.from({ length: 16 }, () => one);
  const lifetime = 1_000;
  const reveal = [text('shop'), text('salt'), one, one, ...buckets, one, one, Cl.uint(lifetime), Cl.principal(owner.stx.address)];
  await call('namespace-reveal', reveal);
  expect((await get('/v1/namespaces')).body).toEqual({ namespaces: [] });
  await call('namespace-ready', [text('shop')]);
  expect((await get('/v1/namespaces')).body).toEqual({ namespaces: ['shop'] });
  expect((await get('/v1/namespaces/shop/names')).body).toEqual([]);
  await devnet.bitcoin.mine(2);

  const [bob, alice] = [await register('bob', other), await register('alice', owner)];
  expect((await get('/v1/names')).body).toEqual(['alice.shop', 'bob.shop']);
  expect((await get('/v1/namespaces/shop/names')).body).toEqual(['alice.shop', 'bob.shop']);
  expect((await get('/v1/names?page=1')).status).toBe(400);
  expect((await get(`/v1/addresses/stacks/${owner.stx.address}`)).body).toEqual({ names: ['alice.shop'] });
  expect((await get('/v1/names/bob.shop')).body).toEqual({
    ...{ address: other.stx.address, blockchain: 'stacks', expire_block: bob.height + lifetime, last_txid: bob.txid },
    ...{ status: 'name-register', zonefile: '', zonefile_hash: ZONE },
  });
  expect((await get(`/v1/names/bob.shop/zonefile/0x${ZONE}`)).body).toEqual({ zonefile: '' });
  expect((await get(`/v1/names/bob.shop/zonefile/${'00'.repeat(20)}`)).status).toBe(404);
  expect((await get('/v1/names/bob.shop/zonefile')).body).toEqual({ zonefile: '' });
  expect((await get('/v1/names/blog.bob.shop')).body).toEqual({ error: 'cannot find subdomain blog.bob.shop' });

  const snapshot = await devnet.snapshot();
  const transfer = await call('name-transfer', [text('shop'), text('alice'), Cl.principal(heir.stx.address), Cl.some(hash('new zone'))]);
  expect((await get('/v1/names/alice.shop')).body).toMatchObject({
    ...{ address: heir.stx.address, status: 'name-transfer', last_txid: transfer.txid },
    ...{ expire_block: alice.height + lifetime, zonefile_hash: hash160('new zone').toString('hex') },
  });
  expect((await get(`/v1/addresses/stacks/${heir.stx.address}`)).body).toEqual({ names: ['alice.shop'] });
  const renewal = await call('name-renewal', [text('shop'), text('bob'), Cl.uint(10_000_000), Cl.none(), Cl.none()], other);
  expect((await get('/v1/names/bob.shop')).body).toMatchObject({
    ...{ status: 'name-renewal', expire_block: renewal.height + lifetime, zonefile_hash: ZONE, last_txid: renewal.txid },
  });
  await call('name-revoke', [text('shop'), text('bob')], other);
  expect((await get('/v1/names')).body).toEqual(['alice.shop']);
  expect((await get('/v1/namespaces/shop/names')).body).toEqual(['alice.shop']);
  expect((await get('/v1/names/bob.shop')).body).toEqual({ error: 'cannot find name bob.shop' });
  expect((await get(`/v1/addresses/stacks/${other.stx.address}`)).body).toEqual({ names: [] });

  await devnet.restore(snapshot);
  expect((await get('/v1/names')).body).toEqual(['alice.shop', 'bob.shop']);
  expect((await get('/v1/names/bob.shop')).body).toMatchObject({ status: 'name-register', last_txid: bob.txid });
});
