import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeAddress } from '#dist/bitcoin/protocol/address/address.js';
import { hashToHex, toHex } from '#dist/bitcoin/protocol/codec/hex.js';
import { serializeTransaction, type Transaction, txid } from '#dist/bitcoin/protocol/codec/transaction.js';
import { findPrincipal, serialize, serializedHex } from '#dist/clarity/values.js';
import type { Devnet } from '#dist/network/types.js';
import { type Announcement, checkDeposit } from '#dist/sbtc/bridge/check-deposit.js';
import { reclaimScript } from '#dist/sbtc/bridge/deposit-scripts.js';
import { depositOutputScript, SIGNERS_KEY } from '#dist/sbtc/bridge/sweep.js';
import { depositScript } from '#dist/stacks/protocol/sbtc/deposit.js';
import { account, bootDevnet } from '../../devnet.js';

/**
 * Every rule that Emily and the signers of stacks-sbtc/sbtc 1.3 apply to a deposit: `CreateDepositRequestBody::validate`,
 * `sbtc/src/deposits.rs`,
 * `DepositRequestValidator`, `DepositRequestReport::validate` and `RequestPreprocessor`. Those about fees, limits, replacements, reclaims
 * and the chain are
 * also in failures.test.ts and exchange.test.ts.
 */
const RECIPIENT = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

function principal(text: string) {
  const parsed = findPrincipal(text);
  if (parsed === undefined) throw new RangeError(text);
  return parsed;
}
const depositOf = (recipient: string, signersKey = SIGNERS_KEY) =>
  toHex(depositScript({ maxFee: 80_000n, recipient: principal(recipient), signersKey }));

/** Pushes data with a given opcode, minimal or not, and adds the end of a deposit script. */
function depositWith(push: string, data: Buffer): string {
  return `${push}${data.toString('hex')}7520${SIGNERS_KEY}ac`;
}
const feeAnd = (recipient: Uint8Array) => Buffer.concat([Buffer.alloc(8), recipient]);

/** Announces a deposit whose output has the two scripts. */
function announce(scripts: { depositScript?: string; reclaimScript?: string }, changes: Partial<Announcement> = {}): Announcement {
  const { depositScript: deposit = depositOf(RECIPIENT), reclaimScript: reclaim = toHex(reclaimScript(950, KEY)) } = scripts;
  const output = depositOutputScript({ depositScript: deposit, reclaimScript: reclaim });
  const tx: Transaction = {
    version: 2,
    inputs: [{ previous: { hash: new Uint8Array(32).fill(1), index: 0 }, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] }],
    outputs: [
      { value: 1_000n, scriptPubKey: new Uint8Array([0x51]) },
      { value: 50_000n, scriptPubKey: new Uint8Array(Buffer.from(output, 'hex')) },
    ],
    lockTime: 0,
  };
  return {
    bitcoinTxid: hashToHex(txid(tx)),
    bitcoinTxOutputIndex: 1,
    depositScript: deposit,
    reclaimScript: reclaim,
    transactionHex: toHex(serializeTransaction(tx)),
    ...changes,
  };
}

describe('Emily: what an announcement has', () => {
  test('behavior: any output of the transaction may be the deposit', () => {
    expect(checkDeposit(announce({}))).toMatchObject({ vout: 1, amount: 50_000n, maxFee: 80_000n, lockTime: 950, reclaimKeys: [KEY] });
  });

  const { transactionHex } = announce({});
  test.each([
    ['a txid of 64 hex digits', { bitcoinTxid: 'ab' }, 'bitcoinTxid'],
    ['the txid of the transaction', { bitcoinTxid: 'ab'.repeat(32) }, 'bitcoinTxid'],
    ['scripts in hex', { depositScript: 'xy' }, 'depositScript'],
    ['scripts in hex, the other', { reclaimScript: '5' }, 'reclaimScript'],
    ['a transaction', { transactionHex: '00' }, 'transactionHex'],
    ['a transaction and nothing after it', { transactionHex: `${transactionHex}00` }, 'transactionHex'],
    ['an output that exists', { bitcoinTxOutputIndex: 2 }, 'bitcoinTxOutputIndex'],
    ['an output with the two scripts', { bitcoinTxOutputIndex: 0 }, 'bitcoinTxOutputIndex'],
    ['an output with this reclaim script', { reclaimScript: toHex(reclaimScript(951, KEY)) }, 'bitcoinTxOutputIndex'],
    ['an output with this deposit script', { depositScript: depositOf(`${RECIPIENT}.other`) }, 'bitcoinTxOutputIndex'],
  ])('error: %s', (_name, changes, field) => {
    expect(() => checkDeposit(announce({}, changes))).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field }));
  });
});

describe('the deposit script', () => {
  test.each([
    ['a contract, pushed by its length', `${RECIPIENT}.${'a'.repeat(40)}`],
    ['the longest push without PUSHDATA1', `${RECIPIENT}.${'a'.repeat(44)}`],
    ['the shortest push by PUSHDATA1', `${RECIPIENT}.${'a'.repeat(45)}`],
    ['the longest name of a contract', `${RECIPIENT}.${'a'.repeat(128)}`],
    ['a multisig account', 'SN3R84XZYA63QS28932XQF3G1J8R9PC3W76P9CSQS'],
  ])('behavior: the recipient is %s', (_name, recipient) => {
    const { recipient: hex } = checkDeposit(announce({ depositScript: depositOf(recipient) }));
    expect(hex).toBe(serializedHex(principal(recipient)));
  });

  const account_ = feeAnd(serialize(principal(RECIPIENT)));
  const contract = (name: string) =>
    feeAnd(Buffer.concat([Buffer.from([6]), serialize(principal(RECIPIENT)).subarray(1), Buffer.from([name.length]), Buffer.from(name)]));
  test.each([
    ['shorter than 66 bytes', depositWith('1d', account_.subarray(1))],
    ['another opcode than DROP', depositWith('1e', account_).replace('7520', '7620')],
    ['another opcode than CHECKSIG', depositWith('1e', account_).replace(/ac$/, 'ad')],
    ['something after CHECKSIG', `${depositWith('1e', account_)}51`],
    ['PUSHDATA1 where a shorter push is possible', depositWith('4c1e', account_)],
    ['PUSHDATA2', depositWith('4d1e00', account_)],
    ['more than 159 bytes of data', depositWith('4ca0', Buffer.concat([contract('a'.repeat(128)), Buffer.from([0])]))],
    ['bytes after the principal', depositWith('1f', Buffer.concat([account_, Buffer.from([0])]))],
    ['a principal of an unknown type', depositWith('1e', feeAnd(Buffer.concat([Buffer.from([4]), account_.subarray(9)])))],
    ['a principal that is cut off', depositWith('27', contract('long-name').subarray(0, 39))],
    ['a name that begins with a digit', depositWith('21', contract('1a'))],
    ['a name with another character', depositWith('22', contract('a!b'))],
    ['a name of no characters', depositWith('1f', contract(''))],
    ['an account of mainnet', depositOf('SP000000000000000000002Q6VF78')],
    ["another key than the signers'", depositOf(RECIPIENT, KEY)],
  ])('error: %s', (_name, script) => {
    expect(() => checkDeposit(announce({ depositScript: script }))).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', field: 'depositScript' }),
    );
  });
});

describe('the reclaim script', () => {
  /** A lock time of 950 blocks, and CHECKSEQUENCEVERIFY. */
  const LOCK = '02b603b2';
  test.each([
    ['nothing after the lock time', LOCK],
    ['2,048 bytes after the lock time', `${LOCK}${'61'.repeat(2048)}`],
    ['the longest lock time, beside 2,048 bytes', `03ffff00b2${'61'.repeat(2048)}`],
    ['an OP_SUCCESS that is data', `${LOCK}75015020${KEY}ac`],
    ['an OP_SUCCESS after a push that is cut off, which no node reaches', `${LOCK}7505fe`],
    ['opcodes that are disabled in legacy scripts only', `${LOCK}75ab`],
  ])('behavior: %s', (_name, script) => {
    expect(checkDeposit(announce({ reclaimScript: script }))).toMatchObject({ lockTime: expect.any(Number) });
  });

  test.each([
    ['empty', ''],
    ['no lock time', 'b2'],
    ['no CHECKSEQUENCEVERIFY', '02b60375'],
    ['a lock time that is not minimal', '0105b2'],
    ['a lock time with zeros', '03b60300b2'],
    ['minus one', '4fb2'],
    ['another negative number', '028580b2'],
    ['six bytes', '06000000000001b2'],
    ['the flag that disables it', '050000008000b2'],
    ['units of 512 seconds', '03010040b2'],
    ['more than 16 bits', '03000001b2'],
    ['2,049 bytes after the lock time', `${LOCK}${'61'.repeat(2049)}`],
  ])('error: %s', (_name, script) => {
    const announced = announce({}, { reclaimScript: script });
    expect(() => checkDeposit(announced)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT', field: 'reclaimScript' }));
  });

  // BIP342.
  const SUCCESS = [
    80,
    98,
    ...range(126, 129),
    ...range(131, 134),
    ...range(137, 138),
    ...range(141, 142),
    ...range(149, 153),
    ...range(187, 254),
  ];
  test('error: any opcode that makes a tapscript valid, wherever it is', () => {
    for (let opcode = 0x4f; opcode <= 0xff; opcode++) {
      const byte = opcode.toString(16);
      for (const rest of [byte, `75${byte}`, `7520${KEY}ac00${byte}68`]) {
        const check = () => checkDeposit(announce({ reclaimScript: `${LOCK}${rest}` }));
        if (SUCCESS.includes(opcode)) expect(check, rest).toThrow(`OP_SUCCESS${opcode} voids its lock time`);
        else expect(check, rest).not.toThrow();
      }
    }
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe('the signers', () => {
  let devnet: Devnet;
  let fresh: string;
  beforeAll(async () => {
    devnet = await bootDevnet({ gateway: true, mining: { bitcoin: 'manual' } });
    fresh = await devnet.snapshot();
  });
  afterAll(() => devnet.close());
  beforeEach(() => devnet.restore(fresh));
  const recipient = () => account(devnet, 'wallet_1').stx.address;
  const see = async (txid_: string) => (await devnet.sbtc.deposits()).find(({ txid: id }) => id === txid_);

  const post = (body: object): Promise<Response> =>
    fetch(`${devnet.urls.gateway}/emily/deposit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each([
    [4, 'accepted'],
    [3, 'failed'],
  ])('behavior: with a lock time of %i blocks, a deposit is %s after its first confirmation', async (lockTime, status) => {
    const deposit = await devnet.sbtc.deposit({ recipient: recipient(), amount: 50_000n, lockTime, wait: false });
    await devnet.bitcoin.mine();
    expect(await see(deposit.txid)).toMatchObject({ status });
  });

  test('behavior: amounts at the minimum and at the cap', async () => {
    await devnet.sbtc.configure({ limits: { perDepositMinimum: 10_000n, perDepositCap: 20_000n } });
    const made = [];
    for (const amount of [9_999n, 10_000n, 20_000n, 20_001n]) {
      made.push(await devnet.sbtc.deposit({ recipient: recipient(), amount, wait: false }));
    }
    await devnet.bitcoin.mine();
    const seen = await Promise.all(made.map(({ txid: id }) => see(id)));
    expect(seen.map((each) => each?.status)).toEqual(['pending', 'accepted', 'accepted', 'pending']);
    expect(seen[3]?.statusMessage).toBe('Its amount is above the cap of 20000 sats');
  });

  test('behavior: an output of a coinbase stays pending', async () => {
    const scripts = { depositScript: depositOf(recipient()), reclaimScript: toHex(reclaimScript(950, KEY)) };
    const client = await devnet.bitcoin.client();
    const output = depositOutputScript(scripts);
    const [hash] = (await client.command('generatetodescriptor', 1, `raw(${output})#${await checksum(client, output)}`)) as string[];
    const {
      tx: [coinbase],
    } = (await client.command('getblock', hash, 2)) as { tx: { txid: string; hex: string }[] };
    if (coinbase === undefined) throw new RangeError('a block without coinbase');
    const answer = await post({ bitcoinTxid: coinbase.txid, bitcoinTxOutputIndex: 0, ...scripts, transactionHex: coinbase.hex });
    expect(answer.status).toBe(201);
    await devnet.bitcoin.mine(2);
    expect(await see(coinbase.txid)).toMatchObject({ status: 'pending', statusMessage: 'The signers take no output of a coinbase' });
  });

  test('behavior: a deposit whose reclaim script no parser reads is swept and minted', async () => {
    const scripts = { depositScript: depositOf(recipient()), reclaimScript: '02b603b27505fe' };
    const to = encodeAddress(new Uint8Array(Buffer.from(depositOutputScript(scripts), 'hex'))) ?? '';
    const { txId } = await devnet.faucet.btc(to, { amount: 50_000n, wait: false });
    const client = await devnet.bitcoin.client();
    const { hex: transactionHex, vout } = (await client.command('getrawtransaction', txId, true)) as {
      hex: string;
      vout: { n: number; value: number }[];
    };
    const bitcoinTxOutputIndex = vout.find(({ value }) => value === 0.0005)?.n;
    expect((await post({ bitcoinTxid: txId, bitcoinTxOutputIndex, ...scripts, transactionHex })).status).toBe(201);
    await devnet.bitcoin.mine(2);
    await expect(devnet.sbtc.waitForDeposit({ txid: txId })).resolves.toMatchObject({ status: 'confirmed' });
  });

  test('behavior: a sweep takes 25 deposits, the next one the others', { timeout: 180_000 }, async () => {
    const made = [];
    for (let index = 0; index < 26; index++) made.push(await devnet.sbtc.deposit({ recipient: recipient(), amount: 10_000n, wait: false }));
    await devnet.bitcoin.mine();
    const statuses = (await Promise.all(made.map(({ txid: id }) => see(id)))).map((each) => each?.status);
    expect(statuses.filter((status) => status === 'accepted')).toHaveLength(25);
    await devnet.bitcoin.mine();
    expect((await Promise.all(made.map(({ txid: id }) => see(id)))).some((each) => each?.status === 'pending')).toBe(false);
  });
});

async function checksum(client: Awaited<ReturnType<Devnet['bitcoin']['client']>>, script: string): Promise<string> {
  const { checksum: text } = (await client.command('getdescriptorinfo', `raw(${script})`)) as { checksum: string };
  return text;
}
