import { createHash } from 'node:crypto';
import {
  bufferCV,
  type ClarityValue,
  getAddressFromPrivateKey,
  listCV,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  noneCV,
  Pc,
  type PostCondition,
  principalCV,
  responseErrorCV,
  type StacksTransactionWire,
  sponsorTransaction,
  tupleCV,
  uintCV,
} from '@stacks/transactions';
import fc, { type Arbitrary } from 'fast-check';
import type { Devnet } from '#dist/network/types.js';
import { DEFAULT_DEPLOYER } from '#dist/sbtc/signers.js';
import { POX_5 } from '#dist/stacks/pox-5.js';
import { grantOf, MANAGER } from '../../pox-5/manager.js';

/** Changes the chain or the mempool. */
export type Act =
  | { do: 'transfer'; from?: number; to?: number; amount?: number; memo?: number; sponsor?: number; gap?: number; fee?: number }
  | { do: 'deploy'; from?: number; source?: number; version?: number }
  | {
      do: 'call';
      from?: number;
      contract?: number;
      call?: number;
      to?: number;
      n?: number;
      conditions?: number;
      sponsor?: number;
    }
  | { do: 'pool'; from?: number; call?: number; to?: number; n?: number }
  | { do: 'stake'; from?: number; call?: number; to?: number; n?: number }
  | { do: 'replace'; of?: number }
  | { do: 'mine'; stacks?: number; bitcoin?: number }
  | { do: 'reorg'; blocks?: number }
  | { do: 'snapshot' }
  | { do: 'restore' };

export type Account = { key: string; address: string; nonce: number };
/** What the acts of a round have made. */
export type Chain = {
  accounts: Account[];
  /** Who gives the accounts what they have. */
  bank: Account;
  /** Whether the acts of pox-5 do something. */
  hasStaking: boolean;
  /** With 0x. */
  transactions: string[];
  contracts: string[];
  /** What can be replaced: transfers that are pending, perhaps. */
  transfers: { from: Account; nonce: number; fee: number; to: string; amount: number }[];
  /** Transactions whose nonces are too high. */
  gaps: { from: Account; nonce: number }[];
  /** `address nonce` of what was sent: by its sender, and by its sponsor, with the nonce of the sender. */
  nonces: { sent: Set<string>; sponsored: Set<string> };
  snapshot: { id: string; nonces: number[] } | undefined;
};

const FEE = 300;
/** So many Bitcoin blocks are replaced at most. */
const DEEPEST = 3;
const POX = 'ST000000000000000000002AMW42H.pox-4';
/** STX that an account of a round begins with, in micro-STX. */
const FUNDS = 20_000_000_000n;

const CALLS = [
  'mint',
  'mint-both',
  'transfer',
  'burn',
  'art-mint',
  'art-move',
  'art-burn',
  'ticket-mint',
  'ticket-move',
  'pay',
  'pay-memo',
  'deposit',
  'pay-out',
  'burn-stx',
  'note',
  'fail',
  'divide',
  'mint-many',
] as const;

/** Every function takes a number and a principal, except `note`. */
const TOKENS = `
(define-fungible-token gold)
(define-fungible-token Silver u1000000)
(define-non-fungible-token art uint)
(define-non-fungible-token ticket {row: uint, seat: (string-ascii 4)})
(define-public (mint (n uint) (to principal)) (ft-mint? gold n to))
(define-public (mint-both (n uint) (to principal))
  (begin (try! (ft-mint? gold n to)) (print {minted: n, to: to}) (try! (ft-mint? Silver n to)) (ok n)))
(define-public (transfer (n uint) (to principal)) (ft-transfer? gold n tx-sender to))
(define-public (burn (n uint) (to principal)) (ft-burn? gold n tx-sender))
(define-public (art-mint (n uint) (to principal)) (nft-mint? art n to))
(define-public (art-move (n uint) (to principal)) (nft-transfer? art n tx-sender to))
(define-public (art-burn (n uint) (to principal)) (nft-burn? art n tx-sender))
(define-public (ticket-mint (n uint) (to principal)) (nft-mint? ticket {row: n, seat: "A1"} to))
(define-public (ticket-move (n uint) (to principal)) (nft-transfer? ticket {row: n, seat: "A1"} tx-sender to))
(define-public (pay (n uint) (to principal)) (stx-transfer? n tx-sender to))
(define-public (pay-memo (n uint) (to principal)) (stx-transfer-memo? n tx-sender to 0x6d656d6f))
(define-public (deposit (n uint) (to principal)) (stx-transfer? n tx-sender (as-contract tx-sender)))
(define-public (pay-out (n uint) (to principal)) (as-contract (stx-transfer? n tx-sender to)))
(define-public (burn-stx (n uint) (to principal)) (stx-burn? n tx-sender))
(define-public (note (n uint)) (begin (print n) (print "text") (print u"\\u{fc}") (print none) (ok n)))
(define-public (fail (n uint) (to principal)) (begin (try! (ft-mint? gold n to)) (print n) (err n)))
(define-public (divide (n uint) (to principal)) (begin (print n) (ok (/ n u0))))
(define-public (mint-many (n uint) (to principal))
  (begin (map mint-one (list u1 u2 u3 u4 u5 u6 u7)) (try! (nft-mint? art n to)) (ok n)))
(define-private (mint-one (n uint)) (ft-mint? gold n tx-sender))`;

/** `art`'s ids are small numbers; `ticket`'s are tuples. */
export const CLASSES = ['gold', 'Silver', 'art', 'ticket', 'none'] as const;

const SOURCES: readonly string[] = [
  TOKENS,
  '(define-trait noted ((note (uint) (response uint uint))))\n(define-public (note (n uint)) (begin (print {n: n}) (ok n)))',
  '(print "deployed")\n(define-data-var x int 1)\n(define-map m uint (buff 4))\n(stx-transfer? u5 tx-sender (as-contract tx-sender))',
  '(define-public (f) (+ 1 u1))',
  '(define-constant x (/ u1 u0))',
  '(',
  TOKENS,
];

const nat = (max: number): Arbitrary<number> => fc.nat({ max });
const optional = <T>(value: Arbitrary<T>, weight = 1): Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary: value });
const act = <T extends Record<string, unknown>>(name: Act['do'], fields: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<Act> =>
  fc.record({ do: fc.constant(name), ...fields }).map((made) => JSON.parse(JSON.stringify(made)) as Act);

/** What is called of pox-5, and what comes before. In earlier epochs nothing of it can be sent. */
const STAKING = [
  'manager',
  'register',
  'stake',
  'stake',
  'stake-update',
  'unstake',
  'setup-bond',
  'sbtc',
  'register-for-bond',
  'unstake-sbtc',
] as const;

export const mine: Arbitrary<Act> = act('mine', { stacks: nat(2), bitcoin: optional(nat(2)) });

export const acts: Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: act('transfer', {
      from: nat(3),
      to: nat(7),
      amount: nat(2_000),
      memo: nat(3),
      sponsor: optional(nat(3)),
      gap: optional(nat(3)),
      fee: nat(3),
    }),
  },
  { weight: 2, arbitrary: act('deploy', { from: nat(3), source: nat(SOURCES.length - 1), version: nat(4) }) },
  {
    weight: 8,
    arbitrary: act('call', {
      from: nat(3),
      contract: nat(5),
      call: nat(CALLS.length - 1),
      to: nat(7),
      n: nat(9),
      conditions: optional(nat(5)),
      sponsor: optional(nat(3)),
    }),
  },
  { weight: 1, arbitrary: act('pool', { from: nat(3), call: nat(2), to: nat(3), n: nat(5) }) },
  { weight: 5, arbitrary: act('stake', { from: nat(3), call: nat(STAKING.length - 1), to: nat(3), n: nat(5) }) },
  { weight: 2, arbitrary: act('replace', { of: nat(5) }) },
  { weight: 6, arbitrary: mine },
  { weight: 1, arbitrary: act('reorg', { blocks: nat(DEEPEST - 1) }) },
  { weight: 1, arbitrary: act('snapshot', {}) },
  { weight: 1, arbitrary: act('restore', {}) },
);

/** The chain's side of a round: accounts that nobody has used. */
export async function beginChain(devnet: Devnet, bank: Account, round: string, hasStaking: boolean): Promise<Chain> {
  const accounts = [0, 1, 2, 3].map((place) => {
    const key = `${createHash('sha256').update(`${round} ${place}`).digest('hex')}01`;
    return { key, address: getAddressFromPrivateKey(key, 'testnet'), nonce: 0 };
  });
  const nonces = { sent: new Set<string>(), sponsored: new Set<string>() };
  const chain: Chain = {
    accounts,
    bank,
    hasStaking,
    transactions: [],
    contracts: [],
    transfers: [],
    gaps: [],
    nonces,
    snapshot: undefined,
  };
  // No reorganisation of the round takes back what earlier ones did.
  await devnet.bitcoin.mine(DEEPEST);
  for (const { address } of accounts) {
    await send(devnet, chain, bank, await transfer(bank, address, FUNDS, { fee: FEE, nonce: bank.nonce }));
  }
  await devnet.stacks.mine(1);
  if (hasStaking) {
    // One signer that others can stake with, and a staker with sBTC.
    for (const step of [{ call: 0 }, { call: 7, from: 1 }]) await stake(devnet, chain, { do: 'stake', ...step });
    await devnet.stacks.mine(1);
    await stake(devnet, chain, { do: 'stake', call: 1 });
    await devnet.stacks.mine(1);
  }
  return chain;
}

/** Leaves no pending transaction for the next round, if that can be. */
export async function endChain(devnet: Devnet, chain: Chain): Promise<void> {
  for (const { from, nonce } of chain.gaps) {
    for (; from.nonce <= nonce; ) {
      if (!(await send(devnet, chain, from, await transfer(from, POX, 1n, { fee: 5 * FEE, nonce: from.nonce })))) from.nonce++;
    }
  }
  await forgetSnapshot(devnet, chain);
  await devnet.stacks.mine(1);
}

async function forgetSnapshot(devnet: Devnet, chain: Chain): Promise<void> {
  const { snapshot } = chain;
  chain.snapshot = undefined;
  if (snapshot !== undefined) await devnet.deleteSnapshot(snapshot.id).catch(() => undefined);
}

/** @returns whether anything was done */
export async function perform(devnet: Devnet, chain: Chain, step: Act): Promise<boolean> {
  const { accounts } = chain;
  const by = (place = 0): Account => accounts[place % accounts.length] as Account;
  const to = (place = 0): string =>
    place < 4 || chain.contracts.length === 0 ? by(place).address : (chain.contracts[place % chain.contracts.length] as string);
  const finish = async (made: StacksTransactionWire, from: Account, sponsor?: number): Promise<boolean> => {
    if (sponsor === undefined) return send(devnet, chain, from, made);
    const payer = by(sponsor);
    // The sponsor of its own transaction would have one nonce twice.
    if (payer === from) return false;
    const options = {
      transaction: made,
      sponsorPrivateKey: payer.key,
      fee: 2 * FEE,
      sponsorNonce: payer.nonce,
      network: 'testnet' as const,
    };
    const isSent = await send(devnet, chain, from, await sponsorTransaction(options), payer);
    if (isSent) payer.nonce++;
    return isSent;
  };
  switch (step.do) {
    case 'transfer': {
      const from = by(step.from);
      const nonce = from.nonce + (step.gap ?? 0);
      const fee = FEE + (step.fee ?? 0) * 17;
      const amount = (step.amount ?? 0) + 1;
      const memo = ['', 'hello', 'ünï', 'x'.repeat(34)][(step.memo ?? 0) % 4] as string;
      const isSponsored = step.sponsor !== undefined;
      const made = await transfer(from, to(step.to), BigInt(amount), { fee: isSponsored ? 0 : fee, nonce, memo, sponsored: isSponsored });
      const next = from.nonce;
      if (!(await finish(made, from, step.sponsor))) return false;
      if (!isSponsored) chain.transfers.push({ from, nonce, fee, to: to(step.to), amount });
      if (nonce > next) {
        chain.gaps.push({ from, nonce });
        from.nonce = next;
      }
      return true;
    }
    case 'deploy': {
      const from = by(step.from);
      const contractName = `c${chain.contracts.length}`;
      const codeBody = SOURCES[(step.source ?? 0) % SOURCES.length] as string;
      const version = [undefined, 1, 2, 3, 3][(step.version ?? 0) % 5] ?? 3;
      const options = { contractName, codeBody, clarityVersion: version, fee: 20_000, nonce: from.nonce, senderKey: from.key };
      const made = await makeContractDeploy({ ...options, postConditionMode: 'allow', network: 'testnet' });
      if (!(await finish(made, from))) return false;
      chain.contracts.push(`${from.address}.${contractName}`);
      return true;
    }
    case 'call': {
      const from = by(step.from);
      const contract = chain.contracts[(step.contract ?? 0) % Math.max(1, chain.contracts.length)] ?? `${by(0).address}.c0`;
      const functionName = CALLS[(step.call ?? 0) % CALLS.length] as string;
      const args: ClarityValue[] = [uintCV(step.n ?? 0)];
      if (functionName !== 'note') args.push(principalCV(to(step.to)));
      const isSponsored = step.sponsor !== undefined;
      return finish(
        await contractCall(from, contract, functionName, args, {
          fee: isSponsored ? 0 : 3_000,
          sponsored: isSponsored,
          ...conditionsOf(step.conditions, from.address, contract),
        }),
        from,
        step.sponsor,
      );
    }
    case 'pool': {
      const from = by(step.from);
      const amount = uintCV(((step.n ?? 0) + 1) * 1_000_000);
      const other = principalCV(by(step.to).address);
      const address = tupleCV({ version: bufferCV(Uint8Array.of(4)), hashbytes: bufferCV(new Uint8Array(20).fill(7)) });
      const name = ['delegate-stx', 'revoke-delegate-stx', 'delegate-stack-stx'][(step.call ?? 0) % 3] as string;
      const { burn_block_height: burn } = (await (await fetch(`${devnet.urls.stacks}/v2/info`)).json()) as { burn_block_height: number };
      const argsOf: Record<string, ClarityValue[]> = {
        'delegate-stx': [amount, other, noneCV(), noneCV()],
        'revoke-delegate-stx': [],
        'delegate-stack-stx': [other, amount, address, uintCV(burn), uintCV(1)],
      };
      return finish(await contractCall(from, POX, name, argsOf[name] as ClarityValue[], { fee: 3_000, postConditionMode: 'allow' }), from);
    }
    case 'stake':
      return stake(devnet, chain, step);
    case 'replace': {
      const prior = chain.transfers[(step.of ?? 0) % Math.max(1, chain.transfers.length)];
      if (prior === undefined) return false;
      const { from, nonce, amount } = prior;
      const fee = prior.fee * 2;
      const next = from.nonce;
      const isSent = await send(devnet, chain, from, await transfer(from, prior.to, BigInt(amount + 1), { fee, nonce }));
      from.nonce = next;
      if (isSent) {
        // The real API that has heard of a replacement does not show again what was replaced: no restore brings that back.
        await forgetSnapshot(devnet, chain);
        Object.assign(prior, { fee, amount: amount + 1 });
      }
      return isSent;
    }
    case 'mine':
      if (step.bitcoin !== undefined) await devnet.bitcoin.mine(step.bitcoin + 1);
      if (step.stacks !== undefined) await devnet.stacks.mine(step.stacks + 1);
      return true;
    case 'reorg':
      // The real API that returns to blocks that it had left keeps their transactions pending, although they are mined: no restore does so.
      await forgetSnapshot(devnet, chain);
      await outgrow(devnet, () => devnet.chaos.reorg({ blocks: (step.blocks ?? 0) + 1 }));
      return true;
    case 'snapshot':
      chain.snapshot = { id: await devnet.snapshot(), nonces: [...accounts, chain.bank].map(({ nonce }) => nonce) };
      return true;
    case 'restore': {
      const { snapshot } = chain;
      if (snapshot === undefined) return false;
      await outgrow(devnet, () => devnet.restore(snapshot.id));
      for (const [place, nonce] of snapshot.nonces.entries()) ([...accounts, chain.bank][place] as Account).nonce = nonce;
      chain.transfers = [];
      return true;
    }
  }
}

/** A signer's manager is a contract of the account: one for each. */
async function stake(devnet: Devnet, chain: Chain, { from: place = 0, call = 0, to = 0, n = 0 }: Extract<Act, { do: 'stake' }>) {
  const { accounts, bank, hasStaking } = chain;
  if (!hasStaking) return false;
  const from = accounts[place % accounts.length] as Account;
  const other = accounts[to % accounts.length] as Account;
  const own = `${from.address}.manager`;
  const manager = principalCV(`${other.address}.manager`);
  const options = { fee: 20_000, postConditionMode: 'allow' } as const;
  const finish = async (sender: Account, contract: string, name: string, ...args: ClarityValue[]): Promise<boolean> =>
    send(devnet, chain, sender, await contractCall(sender, contract, name, args, options));
  const amount = uintCV((n + 1) * 1_000_000_000);
  const name = STAKING[call % STAKING.length] as (typeof STAKING)[number];
  switch (name) {
    case 'manager': {
      const deploy = { contractName: 'manager', codeBody: MANAGER, clarityVersion: 6, nonce: from.nonce, senderKey: from.key };
      const isSent = await send(devnet, chain, from, await makeContractDeploy({ ...deploy, ...options, network: 'testnet' }));
      if (isSent) chain.contracts.push(own);
      return isSent;
    }
    case 'register': {
      const [key, signature] = grantOf(from.key, own);
      return finish(from, own, 'register', principalCV(own), key, uintCV(1), signature);
    }
    case 'stake': {
      const { burn_block_height: burn } = (await (await fetch(`${devnet.urls.stacks}/v2/info`)).json()) as { burn_block_height: number };
      return finish(from, POX_5, 'stake', manager, amount, uintCV(n + 1), uintCV(burn), noneCV());
    }
    case 'stake-update':
      return finish(from, POX_5, 'stake-update', manager, manager, uintCV(n), uintCV(1_000), noneCV());
    case 'unstake':
      return finish(from, POX_5, 'unstake', manager);
    case 'setup-bond': {
      const { privateKey: key, stx } = devnet.accounts.deployer;
      const account = await (await fetch(`${devnet.urls.stacks}/v2/accounts/${stx.address}?proof=0`)).json();
      const admin = { key, address: stx.address, nonce: (account as { nonce: number }).nonce };
      const allowed = listCV(accounts.map(({ address }) => tupleCV({ staker: principalCV(address), 'max-sats': uintCV(1_000_000) })));
      const terms = [1_000, 100, 10_000].map((value) => uintCV(value));
      return finish(admin, POX_5, 'setup-bond', uintCV(n % 3), ...terms, bufferCV(new Uint8Array(35)), allowed);
    }
    case 'sbtc': {
      const args = [uintCV(400_000), principalCV(bank.address), principalCV(from.address), noneCV()];
      return finish(bank, `${DEFAULT_DEPLOYER}.sbtc-token`, 'transfer', ...args);
    }
    case 'register-for-bond':
      return finish(from, POX_5, name, uintCV(n % 3), manager, amount, responseErrorCV(uintCV((n + 1) * 50_000)), noneCV());
    case 'unstake-sbtc':
      return finish(from, POX_5, name, manager, uintCV((n + 1) * 10_000));
  }
}

/**
 * An indexer follows another branch when it is the longer one, as the real API does. It keeps the rewards of Bitcoin blocks that left until
 * another one comes.
 */
async function outgrow(devnet: Devnet, change: () => Promise<unknown>): Promise<void> {
  const before = await devnet.status();
  await change();
  const { bitcoin } = await devnet.status();
  if (bitcoin.height < before.bitcoin.height) await devnet.bitcoin.mine(1);
  const lacking = before.stacks.height + 1 - (await devnet.status()).stacks.height;
  if (lacking > 0) await devnet.stacks.mine(lacking);
}

type Made = { fee: number; nonce: number; memo?: string; sponsored?: boolean };

function transfer(from: Account, recipient: string, amount: bigint, options: Made): Promise<StacksTransactionWire> {
  return makeSTXTokenTransfer({ recipient, amount, senderKey: from.key, network: 'testnet', ...options });
}

function contractCall(
  from: Account,
  contract: string,
  functionName: string,
  functionArgs: ClarityValue[],
  options: { fee: number; sponsored?: boolean; postConditionMode: 'allow' | 'deny'; postConditions?: PostCondition[] },
): Promise<StacksTransactionWire> {
  const [contractAddress, contractName] = contract.split('.') as [string, string];
  const call = { contractAddress, contractName, functionName, functionArgs, senderKey: from.key, nonce: from.nonce };
  return makeContractCall({ ...call, network: 'testnet', validateWithAbi: false, ...options });
}

function conditionsOf(
  kind: number | undefined,
  sender: string,
  contract: string,
): { postConditionMode: 'allow' | 'deny'; postConditions?: PostCondition[] } {
  const id = contract as `${string}.${string}`;
  switch (kind) {
    case undefined:
      return { postConditionMode: 'allow' };
    case 0:
      return { postConditionMode: 'deny' };
    case 1:
      return { postConditionMode: 'deny', postConditions: [Pc.principal(sender).willSendLte(9).ustx()] };
    case 2:
      return { postConditionMode: 'allow', postConditions: [Pc.principal(sender).willSendEq(3).ft(id, 'gold')] };
    case 3:
      return { postConditionMode: 'deny', postConditions: [Pc.principal(sender).willSendGte(0).ft(id, 'gold')] };
    case 4:
      return { postConditionMode: 'allow', postConditions: [Pc.principal(sender).willNotSendAsset().nft(`${id}::art`, uintCV(1))] };
    default:
      return {
        postConditionMode: 'deny',
        postConditions: [Pc.principal(id).willSendLt(5).ustx(), Pc.origin().willSendAsset().nft(`${id}::art`, uintCV(1))],
      };
  }
}

/** @returns whether the node took it */
/**
 * Sends a transaction, unless the real API would take it for the replacement of another one: it compares the nonce of a sponsored transaction's
 * sender, not the sponsor's own, with the nonces of what the sponsor sent or sponsored, and drops one of the two.
 */
async function send(devnet: Devnet, chain: Chain, from: Account, transaction: StacksTransactionWire, payer?: Account): Promise<boolean> {
  const { sent, sponsored } = chain.nonces;
  const nonce = transaction.auth.spendingCondition?.nonce;
  const [own, paid] = [`${from.address} ${nonce}`, payer && `${payer.address} ${nonce}`];
  if (sponsored.has(own) || (paid !== undefined && (sent.has(paid) || sponsored.has(paid)))) return false;
  const body = Buffer.from(transaction.serialize(), 'hex');
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${devnet.urls.stacks}/v2/transactions`, { method: 'POST', headers, body });
  await answer.text();
  if (!answer.ok) return false;
  sent.add(own);
  if (paid !== undefined) sponsored.add(paid);
  from.nonce++;
  chain.transactions.push(`0x${transaction.txid()}`);
  return true;
}
