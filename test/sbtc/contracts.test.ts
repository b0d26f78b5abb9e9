import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { broadcastTransaction, Cl, type ClarityValue, cvToString, fetchCallReadOnlyFunction, makeContractCall } from '@stacks/transactions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { sbtcContracts } from '#dist/sbtc/deployments.js';
import { sbtcSetup } from '#dist/sbtc/setup.js';
import { AGGREGATE_KEY, DEFAULT_DEPLOYER, SIGNERS } from '#dist/sbtc/signers.js';
import { account, bootDevnet } from '../devnet.js';
import { temporaryFolder } from '../disposable-folder.js';

const NAMES = ['sbtc-registry', 'sbtc-token', 'sbtc-bootstrap-signers', 'sbtc-deposit', 'sbtc-withdrawal'];
const MAINNET = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';
/** The account `deployer`, which is the signers' address until the keys are rotated. */
const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

describe('sources', () => {
  test('default: five contracts in the order of their deployment, which name no contract of mainnet', async () => {
    const contracts = await sbtcContracts({ deployer: DEPLOYER });
    expect(contracts.map(({ name }) => name)).toEqual(NAMES);
    expect(contracts.filter(({ deployer, clarityVersion }) => deployer !== DEPLOYER || clarityVersion !== 3)).toEqual([]);
    expect(contracts.filter(({ source }) => source.includes(MAINNET))).toEqual([]);
  });

  test.each(['', `${MAINNET}.`])('behavior: reads a folder with files named "%ssbtc-….clar"', async (prefix) => {
    await using folder = await temporaryFolder('sbtc');
    for (const name of NAMES) await writeFile(path.join(folder.path, `${prefix}${name}.clar`), `(print '${MAINNET}.${name})`);
    const contracts = await sbtcContracts({ deployer: DEPLOYER, folder: folder.path });
    expect(contracts.map(({ source }) => source)).toEqual(NAMES.map((name) => `(print '${DEPLOYER}.${name})`));
  });

  test('error: a folder that lacks a contract', async () => {
    await using folder = await temporaryFolder('sbtc');
    await mkdir(path.join(folder.path, 'sbtc-registry.clar'));
    await expect(sbtcContracts({ deployer: DEPLOYER, folder: folder.path })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'sbtc.contracts',
      expected: `a folder with sbtc-registry.clar or ${MAINNET}.sbtc-registry.clar`,
      received: expect.stringContaining(folder.path),
    });
  });
});

describe('protocol', () => {
  let devnet: Devnet;
  let burnHeight = 0;
  let burnHash = '';
  const nonces = new Map<string, number>();

  beforeAll(async () => {
    devnet = await bootDevnet({ contracts: await sbtcContracts({ deployer: DEPLOYER }) });
    burnHeight = (await devnet.status()).bitcoin.height;
    burnHash = /0x([0-9a-f]{64})/.exec(await read('sbtc-deposit', 'get-burn-header', Cl.uint(burnHeight)))?.[1] ?? '';
  });
  afterAll(() => devnet.close());

  async function read(contract: string, fn: string, ...functionArgs: ClarityValue[]): Promise<string> {
    const options = { contractAddress: DEPLOYER, contractName: contract, functionName: fn, functionArgs, senderAddress: DEPLOYER };
    return cvToString(await fetchCallReadOnlyFunction({ ...options, client: { baseUrl: devnet.urls.stacks } }));
  }

  /** Returns the result and the names of the events. */
  async function call(
    who: string,
    contract: string,
    fn: string,
    ...functionArgs: ClarityValue[]
  ): Promise<{ result: string; events: string[] }> {
    const { privateKey } = account(devnet, who);
    const nonce = nonces.get(who) ?? 0;
    nonces.set(who, nonce + 1);
    const client = { baseUrl: devnet.urls.stacks };
    const options = { contractAddress: DEPLOYER, contractName: contract, functionName: fn, functionArgs, senderKey: privateKey };
    const transaction = await makeContractCall({ ...options, nonce, fee: 10_000, network: devnet.network, postConditionMode: 'allow' });
    const sent = await broadcastTransaction({ transaction, network: devnet.network, client });
    const { result, events } = await devnet.stacks.waitForTx(sent.txid);
    return { result: result?.repr ?? '', events: events.map((event) => `${event['type']}`) };
  }

  const deposit = (changed: Record<string, ClarityValue> = {}) => ({
    txid: Cl.bufferFromHex('11'.repeat(32)),
    'vout-index': Cl.uint(0),
    amount: Cl.uint(100_000),
    recipient: Cl.principal(account(devnet, 'wallet_1').stx.address),
    'burn-hash': Cl.bufferFromHex(burnHash),
    'burn-height': Cl.uint(burnHeight),
    'sweep-txid': Cl.bufferFromHex('22'.repeat(32)),
    ...changed,
  });
  const complete = (who: string, changed?: Record<string, ClarityValue>) =>
    call(who, 'sbtc-deposit', 'complete-deposit-wrapper', ...Object.values(deposit(changed)));
  const recipient = (version: string, length: number) =>
    Cl.tuple({ version: Cl.bufferFromHex(version), hashbytes: Cl.buffer(new Uint8Array(length)) });
  const initiate = (amount: number, to = recipient('04', 20), maxFee = 1_000) =>
    call('wallet_1', 'sbtc-withdrawal', 'initiate-withdrawal-request', Cl.uint(amount), to, Cl.uint(maxFee));

  test('deposits: are minted once, by the signers, for a sweep in a Bitcoin block', async () => {
    const short = Cl.bufferFromHex('11'.repeat(31));
    // Each call also has the faults of those after it: the first of the checks answers.
    const faults: Record<string, ClarityValue> = { 'burn-hash': Cl.bufferFromHex('33'.repeat(32)) };
    expect(await complete('deployer', faults)).toMatchObject({ result: '(err u305)' });
    expect(await complete('deployer', { ...faults, 'sweep-txid': short })).toMatchObject({ result: '(err u300)' });
    expect(await complete('deployer', { ...faults, txid: short })).toMatchObject({ result: '(err u300)' });
    expect(await complete('deployer', { ...faults, txid: short, amount: Cl.uint(545) })).toMatchObject({ result: '(err u302)' });
    expect(await complete('wallet_1', { ...faults, txid: short, amount: Cl.uint(545) })).toMatchObject({ result: '(err u304)' });

    expect(await complete('deployer')).toEqual({ result: '(ok true)', events: ['ft_mint_event', 'contract_event'] });
    expect(await complete('deployer', faults)).toMatchObject({ result: '(err u301)' });
    expect(await read('sbtc-token', 'get-balance', Cl.principal(account(devnet, 'wallet_1').stx.address))).toBe('(ok u100000)');
  });

  test('deposits: a list is completed as a whole', async () => {
    const list = (...deposits: ReturnType<typeof deposit>[]) => Cl.list(deposits.map((fields) => Cl.tuple(fields)));
    const all = (who: string, value: ClarityValue) => call(who, 'sbtc-deposit', 'complete-deposits-wrapper', value);
    const first = deposit({ 'vout-index': Cl.uint(1) });
    const second = deposit({ 'vout-index': Cl.uint(2) });
    expect(await all('wallet_1', list())).toMatchObject({ result: '(err u304)' });
    expect(await all('deployer', list(first, first, second))).toMatchObject({ result: '(err u314)' });
    expect(await all('deployer', list(first, second))).toMatchObject({ result: '(ok u2)' });
  });

  test('withdrawals: lock the amount and the fee until the signers accept or reject', async () => {
    expect(await initiate(10_000_000, recipient('07', 1))).toMatchObject({ result: '(err u1)' });
    expect(await initiate(546, recipient('07', 1))).toMatchObject({ result: '(err u502)' });
    expect(await initiate(547, recipient('07', 1))).toMatchObject({ result: '(err u500)' });
    expect(await initiate(547, recipient('05', 20))).toMatchObject({ result: '(err u501)' });
    expect(await initiate(20_000)).toEqual({ result: '(ok u1)', events: ['ft_burn_event', 'ft_mint_event', 'contract_event'] });
    expect(await initiate(30_000, recipient('06', 32))).toMatchObject({ result: '(ok u2)' });

    const accept = (who: string, id: number, fee: number, hash = burnHash) =>
      call(
        who,
        'sbtc-withdrawal',
        'accept-withdrawal-request',
        ...[Cl.uint(id), Cl.bufferFromHex('44'.repeat(32)), Cl.uint(0), Cl.uint(2), Cl.uint(fee)],
        ...[Cl.bufferFromHex(hash), Cl.uint(burnHeight), Cl.bufferFromHex('44'.repeat(32))],
      );
    const reject = (who: string, id: number) => call(who, 'sbtc-withdrawal', 'reject-withdrawal-request', Cl.uint(id), Cl.uint(0));
    expect(await accept('wallet_1', 9, 1_001, '33'.repeat(32))).toMatchObject({ result: '(err u503)' });
    expect(await accept('wallet_1', 1, 1_001, '33'.repeat(32))).toMatchObject({ result: '(err u508)' });
    expect(await accept('wallet_1', 1, 1_001)).toMatchObject({ result: '(err u504)' });
    expect(await accept('deployer', 1, 1_001)).toMatchObject({ result: '(err u506)' });
    expect(await accept('deployer', 1, 400)).toEqual({ result: '(ok true)', events: ['ft_burn_event', 'ft_mint_event', 'contract_event'] });
    expect(await accept('deployer', 1, 1_001)).toMatchObject({ result: '(err u505)' });
    expect(await reject('wallet_1', 2)).toMatchObject({ result: '(err u504)' });
    expect(await reject('deployer', 1)).toMatchObject({ result: '(err u505)' });
    expect(await reject('deployer', 2)).toEqual({ result: '(ok true)', events: ['ft_burn_event', 'ft_mint_event', 'contract_event'] });
  });

  test('withdrawals: a list is completed as a whole', async () => {
    expect(await initiate(1_000)).toMatchObject({ result: '(ok u3)' });
    expect(await initiate(2_000)).toMatchObject({ result: '(ok u4)' });
    const txid = Cl.some(Cl.bufferFromHex('44'.repeat(32)));
    const decision = (id: number, isAccepted: boolean, changed: Record<string, ClarityValue> = {}) =>
      Cl.tuple({
        'request-id': Cl.uint(id),
        status: Cl.bool(isAccepted),
        'signer-bitmap': Cl.uint(0),
        'bitcoin-txid': txid,
        'output-index': Cl.some(Cl.uint(2)),
        fee: Cl.some(Cl.uint(1_000)),
        'burn-hash': Cl.bufferFromHex(burnHash),
        'burn-height': Cl.uint(burnHeight),
        'sweep-txid': txid,
        ...changed,
      });
    const all = (who: string, ...decisions: ClarityValue[]) => call(who, 'sbtc-withdrawal', 'complete-withdrawals', Cl.list(decisions));
    expect(await all('wallet_1')).toMatchObject({ result: '(err u504)' });
    for (const field of ['bitcoin-txid', 'output-index', 'fee']) {
      expect(await all('deployer', decision(3, true), decision(4, true, { [field]: Cl.none() }))).toMatchObject({ result: '(err u518)' });
    }
    expect(await all('deployer', decision(3, true, { 'sweep-txid': Cl.none() }))).toMatchObject({ result: '(err none)' });
    expect(await all('deployer', decision(3, true), decision(4, false))).toMatchObject({ result: '(ok u2)' });
  });

  test('signers: hand over to the address of their successors', async () => {
    const keys = SIGNERS.map(({ publicKey }) => publicKey);
    const rotate = (who: string, names: string[], aggregate: string, threshold: number) =>
      call(
        who,
        'sbtc-bootstrap-signers',
        'rotate-keys-wrapper',
        Cl.list(names.map((key) => Cl.bufferFromHex(key))),
        Cl.bufferFromHex(aggregate),
        Cl.uint(threshold),
      );
    const short = [keys[0] ?? '', '02'];
    expect(await rotate('wallet_1', keys.slice(1, 2), '02', 9)).toMatchObject({ result: '(err u200)' });
    expect(await rotate('wallet_1', short, '02', 1)).toMatchObject({ result: '(err u202)' });
    expect(await rotate('wallet_1', short, '02', 3)).toMatchObject({ result: '(err u202)' });
    expect(await rotate('wallet_1', short, '02', 2)).toMatchObject({ result: '(err u201)' });
    expect(await rotate('deployer', short, '02', 2)).toMatchObject({ result: '(err u211)' });
    expect(await rotate('deployer', keys, '02', 2)).toMatchObject({ result: '(err u200)' });
    expect(await rotate('deployer', keys, AGGREGATE_KEY.publicKey, 2)).toEqual({ result: '(ok true)', events: ['contract_event'] });
    expect(await read('sbtc-registry', 'get-current-signer-principal')).toBe(DEFAULT_DEPLOYER);
    expect(await complete('deployer', { 'vout-index': Cl.uint(9) })).toMatchObject({ result: '(err u304)' });
  });
});

test('setup: mints the balances and hands the protocol to the signers, at genesis', async () => {
  const deployer = DEFAULT_DEPLOYER;
  const holder = 'ST000000000000000000002AMW42H.someone';
  const { mints, ...setup } = sbtcSetup({ deployer, balances: { [DEPLOYER]: 7n, [holder]: 2n ** 64n, [deployer]: 0n } });
  expect(mints?.map(({ recipient, amount }) => [recipient, amount])).toEqual([
    [DEPLOYER, 7n],
    [holder, 2n ** 64n],
  ]);
  await using devnet = await bootDevnet({ sbtc: false, contracts: [...(await sbtcContracts({ deployer })), setup] });
  const read = async (contract: string, fn: string, ...functionArgs: ClarityValue[]) => {
    const options = { contractAddress: deployer, contractName: contract, functionName: fn, functionArgs, senderAddress: DEPLOYER };
    return cvToString(await fetchCallReadOnlyFunction({ ...options, client: { baseUrl: devnet.urls.stacks } }));
  };
  expect(await read('sbtc-token', 'get-balance', Cl.principal(DEPLOYER))).toBe('(ok u7)');
  expect(await read('sbtc-token', 'get-balance-available', Cl.principal(holder))).toBe(`(ok u${2n ** 64n})`);
  expect(await read('sbtc-token', 'get-total-supply')).toBe(`(ok u${2n ** 64n + 7n})`);
  expect(await read('sbtc-registry', 'get-current-signer-principal')).toBe(deployer);
  expect(await read('sbtc-registry', 'get-current-aggregate-pubkey')).toBe(`0x${AGGREGATE_KEY.publicKey}`);
});

test('error: a contract that the network deploys already', async () => {
  const contracts = [{ deployer: DEFAULT_DEPLOYER, name: 'sbtc-token', source: '' }];
  await expect(bootDevnet({ contracts })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: 'contracts',
    message: expect.stringContaining('set sbtc to false'),
  });
});
