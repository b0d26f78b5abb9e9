import { DevnetError } from '../../base/error.js';
import type { BitcoinClient } from '../../bitcoin/client.js';
import { FALSE, listOfDerived, NONE, someOf, TRUE, tupleOfEntries, type Value } from '../../clarity/values.js';
import { readRecipient } from './deposit-scripts.js';
import { buffer, type Registry, uint } from './registry.js';
import type { SignersAccount, SignersCall } from './signers-account.js';
import { depositKey } from './store.js';
import { buildSweep, fitsIntoSweep, type SignersCoin } from './sweep.js';
import type { BridgeStep } from './types.js';
import type { Acceptance, Mint, SeenDeposit, SeenWithdrawal, View } from './view.js';

/** The kinds of calls that the signers make. One of each waits for a Stacks block at a time. */
export type CallKind = 'mint' | 'withdrawals';

export type SentCall = { txid: string; nonce: number };

export type Acting = {
  rpc: Pick<BitcoinClient, 'send'>;
  registry: Pick<Registry, 'burnHash'>;
  signers: SignersAccount;
  deployer: string;
  feeRate: number;
  /** Sends something while the nodes are in the state of the view. @throws DevnetError ROLLED_BACK if a restore ended that state */
  inSameState<T>(send: () => Promise<T>): Promise<T>;
  /** Whether a call of this kind may be sent now. */
  canSend(kind: CallKind, call: SignersCall): Promise<boolean>;
  /** The nonces of the calls that wait. */
  ownNonces(): ReadonlySet<number>;
  /** Records a call that the node accepted. */
  onSent(kind: CallKind, call: SignersCall, sent: SentCall): Promise<void>;
  /** Records why a deposit (`txid:vout`) or withdrawal (its id) was not served. */
  onProblem(key: string, problem: string): void;
};

/** As sBTC's signers are configured: sweeps of more deposits wait for each other. */
const MOST_DEPOSITS = 25;
/** The lengths of the lists that `complete-deposits-wrapper` and `complete-withdrawals` take. */
const MOST_MINTS = 500;
const MOST_COMPLETIONS = 600;

/** Does the next thing that is due. @returns what it did; undefined if nothing is due */
export async function act(view: View, acting: Acting): Promise<BridgeStep | undefined> {
  return (await mint(view, acting)) ?? (await completeWithdrawals(view, acting)) ?? (await sweep(view, acting));
}

async function mint({ deposits }: View, acting: Acting): Promise<BridgeStep | undefined> {
  const due: { seen: SeenDeposit; mint: Mint }[] = [];
  for (const seen of deposits) {
    if (typeof seen.due !== 'object' || due.length === MOST_MINTS) continue;
    if (await isVisible(seen.due.mint.sweep, acting)) due.push({ seen, mint: seen.due.mint });
  }
  const [first] = due;
  if (first === undefined) return undefined;
  const list = due.map(({ seen, mint: minted }) => mintFields(seen, minted));
  const call: SignersCall =
    due.length === 1
      ? {
          contract: `${acting.deployer}.sbtc-deposit`,
          fn: 'complete-deposit-wrapper',
          args: mintFields(first.seen, first.mint).map(([, v]) => v),
        }
      : {
          contract: `${acting.deployer}.sbtc-deposit`,
          fn: 'complete-deposits-wrapper',
          args: [listOfDerived(list.map(tupleOfEntries))],
        };
  const txid = await send(
    'mint',
    call,
    due.map(({ seen }) => depositKey(seen.deposit)),
    acting,
  );
  if (txid === undefined) return undefined;
  return { type: 'mint', txid, deposits: due.map(({ seen: { deposit } }) => ({ txid: deposit.txid, vout: deposit.vout })) };
}

function mintFields({ deposit }: SeenDeposit, { amount, sweep: { txid, hash, height } }: Mint): [string, Value][] {
  const recipient = readRecipient(Buffer.from(deposit.recipient, 'hex'));
  if (recipient === undefined) throw new DevnetError('INTERNAL', `deposit ${depositKey(deposit)} has no recipient`);
  return [
    ['txid', buffer(deposit.txid)],
    ['vout-index', uint(BigInt(deposit.vout))],
    ['amount', uint(amount)],
    ['recipient', recipient],
    ['burn-hash', buffer(hash)],
    ['burn-height', uint(BigInt(height))],
    ['sweep-txid', buffer(txid)],
  ];
}

async function completeWithdrawals({ withdrawals }: View, acting: Acting): Promise<BridgeStep | undefined> {
  const accepted: { seen: SeenWithdrawal; accept: Acceptance }[] = [];
  const rejected: SeenWithdrawal[] = [];
  for (const seen of withdrawals) {
    if (accepted.length + rejected.length === MOST_COMPLETIONS) break;
    if (seen.due === 'reject') rejected.push(seen);
    if (typeof seen.due === 'object' && (await isVisible(seen.due.accept.sweep, acting))) accepted.push({ seen, accept: seen.due.accept });
  }
  if (accepted.length + rejected.length === 0) return undefined;
  const items = [...accepted.map(({ seen, accept }) => acceptFields(seen.id, accept)), ...rejected.map(({ id }) => rejectFields(id))];
  const call: SignersCall = {
    contract: `${acting.deployer}.sbtc-withdrawal`,
    fn: 'complete-withdrawals',
    args: [listOfDerived(items.map(tupleOfEntries))],
  };
  const ids = { accepted: accepted.map(({ seen }) => seen.id), rejected: rejected.map(({ id }) => id) };
  const txid = await send('withdrawals', call, [...ids.accepted, ...ids.rejected].map(String), acting);
  return txid === undefined ? undefined : { type: 'withdrawals', txid, ...ids };
}

const SIGNER_BITMAP: [string, Value] = ['signer-bitmap', uint(0n)];

function acceptFields(id: bigint, { vout, fee, sweep: { txid, hash, height } }: Acceptance): [string, Value][] {
  return [
    ['request-id', uint(id)],
    ['status', TRUE],
    SIGNER_BITMAP,
    ['bitcoin-txid', someOf(buffer(txid))],
    ['output-index', someOf(uint(BigInt(vout)))],
    ['fee', someOf(uint(fee))],
    ['burn-hash', buffer(hash)],
    ['burn-height', uint(BigInt(height))],
    ['sweep-txid', someOf(buffer(txid))],
  ];
}

function rejectFields(id: bigint): [string, Value][] {
  return [
    ['request-id', uint(id)],
    ['status', FALSE],
    SIGNER_BITMAP,
    ['bitcoin-txid', NONE],
    ['output-index', NONE],
    ['fee', NONE],
    ['burn-hash', buffer('00'.repeat(32))],
    ['burn-height', uint(0n)],
    ['sweep-txid', NONE],
  ];
}

/** Whether contracts see the block of the sweep: its tenure has begun, and no reorganisation is under way. */
async function isVisible({ hash, height }: Mint['sweep'], { registry }: Acting): Promise<boolean> {
  return (await registry.burnHash(height)) === hash;
}

/** @returns the txid; undefined if such a call waits for a block, or the node refused it */
async function send(kind: CallKind, call: SignersCall, keys: readonly string[], acting: Acting): Promise<string | undefined> {
  if (!(await acting.canSend(kind, call))) return undefined;
  try {
    const sent = await acting.signers.send(call, { inSameState: acting.inSameState, own: acting.ownNonces() });
    await acting.onSent(kind, call, sent);
    return sent.txid;
  } catch (error) {
    if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
    for (const key of keys) acting.onProblem(key, `The Stacks node refused the call of ${call.fn}: ${error.reason ?? error.message}`);
    return undefined;
  }
}

async function sweep(view: View, acting: Acting): Promise<BridgeStep | undefined> {
  // One sweep at a time, so that each spends the change of the one before. Two payments of a withdrawal then exclude each other.
  if (view.sweeping) return undefined;
  const deposits = view.deposits.filter(({ due }) => due === 'sweep').slice(0, MOST_DEPOSITS);
  const withdrawals = view.withdrawals.filter(({ due }) => due === 'pay');
  while (!fitsIntoSweep(withdrawals.map(({ id }) => id))) withdrawals.pop();
  const coins = useful(view.coins, acting.feeRate);
  for (;;) {
    if (deposits.length + withdrawals.length === 0) return undefined;
    const built = buildSweep({
      coins,
      deposits: deposits.map(({ deposit }) => deposit),
      withdrawals: withdrawals.map(({ id, request, recipient }) => ({ id, amount: request.amount, script: recipient })),
      feeRate: acting.feeRate,
    });
    const keys = [...deposits.map(({ deposit }) => depositKey(deposit)), ...withdrawals.map(({ id }) => `${id}`)];
    if (built === undefined || (coins.length === 0 && withdrawals.length > 0)) {
      const left = withdrawals.toSorted((x, y) => Number(y.request.amount - x.request.amount))[0];
      if (left === undefined) return undefined;
      withdrawals.splice(withdrawals.indexOf(left), 1);
      acting.onProblem(`${left.id}`, 'The signers do not have enough Bitcoin to pay it');
      continue;
    }
    try {
      await acting.inSameState(() => acting.rpc.send(built.hex));
    } catch (error) {
      if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
      for (const key of keys) acting.onProblem(key, `The Bitcoin node refused the sweep: ${error.reason ?? error.message}`);
      return undefined;
    }
    const swept = deposits.map(({ deposit: { txid, vout } }) => ({ txid, vout }));
    return { type: 'sweep', txid: built.txid, deposits: swept, withdrawals: withdrawals.map(({ id }) => id) };
  }
}

/** Virtual bytes of an input of the signers, rounded up. */
const INPUT_SIZE = 58;

/** The first coin, and those that are worth more than the fee that they cost: the signers pay it. */
function useful(coins: readonly SignersCoin[], feeRate: number): SignersCoin[] {
  return coins.filter(({ amount }, index) => index === 0 || (index < 20 && amount > BigInt(Math.ceil(INPUT_SIZE * feeRate))));
}
