import { MODES, RANGES } from '../../sbtc/bridge.js';
import type { BridgeChange, BridgeConfiguration, BridgeStep, SbtcDeposit, SbtcWithdrawal } from '../devnet/sbtc/types.js';
import { amount, type Codec, jsonOf, list, nullable, object, oneOf, optional, optionalAll, text, union, whole } from './codec.js';
import { principal } from './fields.js';
import { operation } from './operation.js';
import { depositOptions, sats, status, untilStatus, withdrawOptions } from './sbtc-fields.js';

const hash = text('64 hex digits');
const count = (name: keyof typeof RANGES) => {
  const [minimum, maximum] = RANGES[name];
  return whole(`a whole number from ${minimum} to ${maximum}`, { minimum, maximum });
};

/** A limit of the protocol; null is no limit. */
const limit: Codec<bigint | null> = {
  schema: { type: ['string', 'null'], pattern: '^[0-9]{1,39}$', description: 'sats as decimal digits, or null for no limit' },
  encode: (value) => (value === null ? null : `${value}`),
  decode: (digits: string | null) => (digits === null ? null : BigInt(digits)),
};
const bridgeLimits = {
  pegCap: limit,
  perDepositMinimum: limit,
  perDepositCap: limit,
  perWithdrawalCap: limit,
  rollingWithdrawalBlocks: jsonOf<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 100_000,
    description: 'Bitcoin blocks, or null for no limit',
  }),
  rollingWithdrawalCap: limit,
};
const settings = {
  mode: oneOf(MODES, 'auto or manual'),
  feeRate: count('feeRate'),
  depositConfirmations: count('depositConfirmations'),
  sweepConfirmations: count('sweepConfirmations'),
  withdrawalConfirmations: count('withdrawalConfirmations'),
  withdrawalExpiry: count('withdrawalExpiry'),
};

const configuration = object({ ...settings, limits: object(bridgeLimits) }, 'How the bridge works.') as Codec<BridgeConfiguration>;
const change = object(
  { ...optionalAll(settings), limits: optional(object(optionalAll(bridgeLimits), 'limits of the protocol')) },
  'a JSON object with settings of the bridge',
) as Codec<BridgeChange>;

const progress = {
  status,
  statusMessage: text('why it has this status'),
  sweepTxid: optional(hash),
  fulfillment: optional(
    object({
      bitcoinTxid: hash,
      bitcoinBlockHash: hash,
      bitcoinBlockHeight: whole('a height'),
      stacksTxid: optional(text('with 0x')),
      fee: sats,
    }),
  ),
};
const deposit = object(
  {
    txid: hash,
    vout: whole('the index of an output'),
    amount: sats,
    recipient: principal,
    maxFee: sats,
    lockTime: whole('Bitcoin blocks'),
    depositScript: text('hex'),
    reclaimScript: text('hex'),
    ...progress,
    replacedByTx: optional(hash),
  },
  'A deposit.',
) as Codec<SbtcDeposit>;
const withdrawal = object(
  {
    requestId: amount('its id as decimal digits'),
    amount: sats,
    maxFee: sats,
    sender: principal,
    address: text('a Bitcoin address'),
    txid: optional(text('with 0x')),
    ...progress,
  },
  'A withdrawal.',
) as Codec<SbtcWithdrawal>;

const outputs = list(object({ txid: hash, vout: whole('the index of an output') }));
const ids = list(amount('the id of a withdrawal'));
const step = union(
  'type',
  {
    sweep: object({ type: oneOf(['sweep'], 'sweep'), txid: hash, deposits: outputs, withdrawals: ids }),
    mint: object({ type: oneOf(['mint'], 'mint'), txid: text('with 0x'), deposits: outputs }),
    withdrawals: object({ type: oneOf(['withdrawals'], 'withdrawals'), txid: text('with 0x'), accepted: ids, rejected: ids }),
  },
  'what it did: a sweep, a mint or withdrawals, its txid, and what it concerns',
) as Codec<BridgeStep>;

/** What names a deposit. */
const output = {
  txid: text('64 hex digits', { pattern: '^[0-9a-fA-F]{64}$' }),
  vout: whole('the index of an output', { maximum: 4_294_967_295 }),
};
const id = amount('the id of a withdrawal') as Codec<bigint>;

/** The bridge between Bitcoin and sBTC. Without sBTC, everything throws DevnetError UNSUPPORTED. */
export const sbtc = {
  /**
   * Returns the sats of sBTC that a principal can spend; what withdrawals lock is not in it.
   * @example
   * const sats = await devnet.sbtc.balance(devnet.accounts.wallet_1.stx.address);
   */
  balance: operation({
    summary: 'The sBTC that a principal can spend',
    effect: 'reads',
    input: { principal },
    positional: ['principal'],
    output: object({ balance: sats }, 'What the principal can spend.'),
    value: (answer) => answer.balance,
    errors: ['UNSUPPORTED'],
    http: { id: 'sbtcBalance', method: 'GET', path: '/sbtc/balances/:principal' },
    cli: { command: 'sbtc balance' },
    run: async (network, who) => ({ balance: await network.sbtc.balance(who) }),
  }),
  /**
   * Makes a deposit that the BTC faucet pays, and announces it. @throws DevnetError INVALID_INPUT, FAUCET_DISABLED, FAUCET_FAILED, and
   * as `waitForDeposit`
   * @example
   * const { status, sweepTxid } = await devnet.sbtc.deposit({ recipient: devnet.accounts.wallet_1.stx.address, amount: 200_000n });
   */
  deposit: operation({
    summary: 'Make a deposit, which the BTC faucet pays',
    effect: 'changes',
    input: depositOptions,
    positional: [],
    output: deposit,
    errors: ['FAUCET_DISABLED', 'FAUCET_FAILED', 'REJECTED', 'TIMEOUT', 'ROLLED_BACK', 'UNSUPPORTED'],
    waitsFor: () => 'a deposit',
    http: { id: 'makeSbtcDeposit', method: 'POST', path: '/sbtc/deposits' },
    cli: { command: 'sbtc deposit', args: ['recipient', 'amount'] },
    run: (network, options) => network.sbtc.deposit(options),
  }),
  /**
   * Returns the announced deposits, oldest first, as the chains show them now.
   * @example
   * const pending = (await devnet.sbtc.deposits()).filter(({ status }) => status === 'pending');
   */
  deposits: operation({
    summary: 'The deposits',
    effect: 'reads',
    input: {},
    positional: [],
    output: object({ deposits: list(deposit) }, 'All deposits, oldest first.'),
    value: (answer) => answer.deposits,
    errors: ['UNSUPPORTED'],
    http: { id: 'sbtcDeposits', method: 'GET', path: '/sbtc/deposits' },
    cli: { command: 'sbtc deposits' },
    run: async (network) => ({ deposits: await network.sbtc.deposits() }),
  }),
  /**
   * Returns the withdrawals by id, as the chains show them now.
   * @example
   * const confirmed = (await devnet.sbtc.withdrawals()).filter(({ status }) => status === 'confirmed');
   */
  withdrawals: operation({
    summary: 'The withdrawals',
    effect: 'reads',
    input: {},
    positional: [],
    output: object({ withdrawals: list(withdrawal) }, 'All withdrawals by id.'),
    value: (answer) => answer.withdrawals,
    errors: ['UNSUPPORTED'],
    http: { id: 'sbtcWithdrawals', method: 'GET', path: '/sbtc/withdrawals' },
    cli: { command: 'sbtc withdrawals' },
    run: async (network) => ({ withdrawals: await network.sbtc.withdrawals() }),
  }),
  /**
   * Does the next thing that is due, also while the bridge is paused: broadcasts a sweep, mints, or completes withdrawals. @returns what it
   * did; undefined if nothing is due @throws DevnetError ROLLED_BACK if a restore interrupts it
   * @example
   * await devnet.sbtc.configure({ mode: 'manual' });
   * while ((await devnet.sbtc.step()) !== undefined);
   */
  step: operation({
    summary: 'Let the bridge do the next thing that is due',
    effect: 'changes',
    input: {},
    positional: [],
    output: object({ step: nullable(step) }, 'What the bridge did; null if nothing was due.'),
    value: (answer) => answer.step,
    errors: ['RPC', 'ROLLED_BACK', 'UNSUPPORTED'],
    http: { id: 'stepBridge', method: 'POST', path: '/sbtc/step' },
    cli: { command: 'sbtc step' },
    run: async (network) => ({ step: await network.sbtc.step() }),
  }),
  /**
   * Returns how the bridge works: its mode, fee rate, confirmations and limits.
   * @example
   * const { mode, limits } = await devnet.sbtc.configuration();
   */
  configuration: operation({
    summary: 'How the bridge between Bitcoin and sBTC works',
    effect: 'reads',
    input: {},
    positional: [],
    output: configuration,
    errors: ['UNSUPPORTED'],
    http: { id: 'bridge', method: 'GET', path: '/sbtc' },
    cli: { command: 'sbtc status' },
    run: (network) => network.sbtc.configuration(),
  }),
  /**
   * Changes how the bridge works. @throws DevnetError INVALID_INPUT, ROLLED_BACK if a restore undoes it
   * @example
   * await devnet.sbtc.configure({ feeRate: 7, limits: { pegCap: 5_000_000_000n } });
   */
  configure: operation({
    summary: 'Change how the bridge works: only what is given',
    effect: 'changes',
    input: { change },
    positional: ['change'],
    output: configuration,
    errors: ['ROLLED_BACK', 'UNSUPPORTED'],
    http: { id: 'configureBridge', method: 'PUT', path: '/sbtc', body: 'change' },
    run: (network, change) => network.sbtc.configure(change),
  }),
};

/** What the functions of deposits and withdrawals ask, whose arguments in code are objects. */
export const bridge = {
  waitForDeposit: operation({
    summary: 'Wait until a deposit has a status, by default confirmed',
    effect: 'reads',
    input: { ...output, ...untilStatus },
    positional: ['txid', 'vout'],
    output: deposit,
    errors: ['REJECTED', 'TIMEOUT', 'ROLLED_BACK', 'UNSUPPORTED'],
    waitsFor: (txid: string, vout: number) => `deposit ${txid}:${vout}`,
    inCode: 'devnet.sbtc.waitForDeposit({ txid, vout }, options?)',
    http: { id: 'waitForSbtcDeposit', method: 'GET', path: '/sbtc/deposits/:txid/:vout/wait', slow: true },
    run: (network, txid, vout, options = {}) => network.sbtc.waitForDeposit({ txid, vout }, options),
  }),
  rejectDeposit: operation({
    summary: 'Reject a pending deposit',
    effect: 'changes',
    input: output,
    positional: ['txid', 'vout'],
    output: undefined,
    errors: ['NOT_FOUND', 'BUSY', 'ROLLED_BACK', 'UNSUPPORTED'],
    inCode: 'devnet.sbtc.reject({ txid, vout })',
    http: { id: 'rejectSbtcDeposit', method: 'POST', path: '/sbtc/deposits/:txid/:vout/reject' },
    run: (network, txid, vout) => network.sbtc.reject({ txid, vout }),
  }),
  withdraw: operation({
    summary: 'Request a withdrawal',
    effect: 'changes',
    input: {
      account: optional(text('the name of an account, whose sBTC it is')),
      privateKey: {
        ...optional(text('a private key of 64 hex digits instead of an account', { pattern: '^[0-9a-fA-F]{64}(?:01)?$' })),
        isSecret: true,
      },
      ...withdrawOptions,
    },
    positional: [],
    output: withdrawal,
    errors: ['REJECTED', 'TIMEOUT', 'ROLLED_BACK', 'UNSUPPORTED'],
    waitsFor: () => 'a withdrawal',
    inCode: 'devnet.sbtc.withdraw(options)',
    http: { id: 'requestSbtcWithdrawal', method: 'POST', path: '/sbtc/withdrawals' },
    cli: { command: 'sbtc withdraw', args: ['account', 'amount', 'address'] },
    run: async (network, { account, privateKey, ...options }) =>
      network.sbtc.withdraw({ ...options, account: await network.accountOf(account, privateKey) }),
  }),
  waitForWithdrawal: operation({
    summary: 'Wait until a withdrawal has a status, by default confirmed',
    effect: 'reads',
    input: { id, ...untilStatus },
    positional: ['id'],
    output: withdrawal,
    errors: ['REJECTED', 'TIMEOUT', 'ROLLED_BACK', 'UNSUPPORTED'],
    waitsFor: (id: bigint) => `withdrawal ${id}`,
    inCode: 'devnet.sbtc.waitForWithdrawal(requestId, options?)',
    http: { id: 'waitForSbtcWithdrawal', method: 'GET', path: '/sbtc/withdrawals/:id/wait', slow: true },
    run: (network, id, options = {}) => network.sbtc.waitForWithdrawal(id, options),
  }),
  rejectWithdrawal: operation({
    summary: 'Reject a pending withdrawal',
    effect: 'changes',
    input: { id },
    positional: ['id'],
    output: undefined,
    errors: ['NOT_FOUND', 'BUSY', 'ROLLED_BACK', 'UNSUPPORTED'],
    inCode: 'devnet.sbtc.reject({ requestId })',
    http: { id: 'rejectSbtcWithdrawal', method: 'POST', path: '/sbtc/withdrawals/:id/reject' },
    run: (network, id) => network.sbtc.reject({ requestId: id }),
  }),
};
