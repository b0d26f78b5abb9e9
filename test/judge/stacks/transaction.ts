import * as tx from '@stacks/transactions';
import type { ContractShape, ContractsOfPlay } from './contracts.js';
import { LIBRARIAN, type Signer, signerOf } from './keys.js';
import { ACCOUNTS } from './program.js';
import type { Condition, Payload, Sent } from './steps.js';
import { sourceOf } from './tree.js';

const TESTNET = 0x80000000;
const FUNGIBLE = ['eq', 'gt', 'gte', 'lt', 'lte'] as const;
const NON_FUNGIBLE = ['sent', 'not-sent', 'maybe-sent'] as const;
const POX = ['will-not-perform', 'may-perform', 'will-perform'] as const;
/** Has coins on no chain. */
const MAINNET_ADDRESS = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';

/** The usual fee, in micro-STX. */
export const FEE = 40_000;
/** Two headers of microblocks, which stacks.js does not write. */
const POISON = '00'.repeat(2 * 132);
/** A point of the curve and two numbers: nodes decode a proof before they refuse a coinbase. */
const PROOF = Buffer.from(`58${'66'.repeat(31)}${'00'.repeat(48)}`, 'hex');

export type Signed = {
  hex: string;
  txid: string;
  origin: string;
  sponsor: string | undefined;
  nonce: bigint;
  sponsorNonce: bigint | undefined;
  /** The contract that it deploys. */
  deploys: string | undefined;
  source: string | undefined;
  /** Hex. */
  payload: string;
};

type Options = {
  group: number;
  /** How often this would be a transaction of the play that deploys. */
  name: string;
  contracts: ContractsOfPlay;
  nonceOf(address: string): bigint;
};

/** Writes and signs a transaction. @returns undefined if there is nothing that it could call */
export function signed(sent: Sent, { group, name, contracts, nonceOf }: Options): Signed | undefined {
  const origin = signerOf(group, sent.by ?? 0, sent.auth ?? 'p2pkh');
  const sponsor = sent.sponsor && signerOf(group, sent.sponsor.by, sent.sponsor.auth);
  const made = payloadOf(sent.payload, { origin, group, name, contracts });
  if (made === undefined) return undefined;
  const { payload, source } = made;
  const nonce = atLeastZero(nonceOf(origin.address) + BigInt(sent.nonce ?? 0));
  const fee = BigInt(sent.fee ?? FEE);
  // Who pays for itself uses the next nonce.
  const own = sponsor?.address === origin.address ? 1n : 0n;
  const sponsorNonce = sponsor && atLeastZero(nonceOf(sponsor.address) + own + BigInt(sent.sponsor?.nonce ?? 0));
  const condition = origin.condition(nonce, sponsor === undefined ? fee : 0n) as tx.SpendingCondition;
  const auth =
    sponsor === undefined
      ? tx.createStandardAuth(condition)
      : tx.createSponsoredAuth(condition, sponsor.condition(sponsorNonce as bigint, fee) as tx.SpendingCondition);
  const transaction = new tx.StacksTransactionWire({
    network: 'testnet',
    chainId: (sent.flaw === 'chain' ? 1 : TESTNET) as never,
    transactionVersion: sent.flaw === 'mainnet' ? 0 : 0x80,
    auth,
    payload,
    postConditionMode: { allow: 1, deny: 2, originator: 3 }[sent.mode ?? 'allow'],
    postConditions: tx.createLPList(
      (sent.conditions ?? [])
        .map((each) =>
          conditionOf(each, { group, contracts, own: source === undefined ? undefined : tokensOf(source, `${origin.address}.${name}`) }),
        )
        .filter((each) => each !== undefined),
    ),
  });
  if (sent.anchor === 1 || sent.anchor === 2) transaction.anchorMode = sent.anchor;
  if (sent.flaw !== 'unsigned') sign(transaction, origin, sponsor, sent.flaw);
  return {
    hex: flawed(transaction.serialize() + (sent.payload.kind === 'poison' ? POISON : ''), sent),
    txid: transaction.txid(),
    origin: origin.address,
    sponsor: sponsor?.address,
    nonce,
    sponsorNonce,
    deploys: source === undefined ? undefined : `${origin.address}.${name}`,
    source,
    payload: tx.serializePayload(payload),
  };
}

function sign(transaction: tx.StacksTransactionWire, origin: Signer, sponsor: Signer | undefined, flaw: Sent['flaw']): void {
  const pen = new tx.TransactionSigner(transaction);
  pen.checkOversign = false;
  const signs = flaw === 'fewer-signatures' ? 1 : flaw === 'all-signatures' ? 3 : 2;
  if (origin.required === undefined) pen.signOrigin(origin.keys[0] as string);
  else {
    for (const [at, key] of origin.keys.entries()) {
      if (at < signs) pen.signOrigin(key);
      else pen.appendOrigin(tx.privateKeyToPublic(key));
    }
  }
  if (sponsor === undefined) return;
  if (sponsor.required === undefined) pen.signSponsor(sponsor.keys[0] as string);
  else for (const key of sponsor.keys.slice(0, 2)) pen.signSponsor(key);
  if (sponsor.required !== undefined) {
    const { sponsorSpendingCondition: condition } = transaction.auth as tx.SponsoredAuthorization;
    const encoding = sponsor.auth.endsWith('-u') ? tx.PubKeyEncoding.Uncompressed : tx.PubKeyEncoding.Compressed;
    const last = tx.createTransactionAuthField(encoding, tx.createStacksPublicKey(tx.privateKeyToPublic(sponsor.keys[2] as string)));
    (condition as tx.MultiSigSpendingCondition).fields.push(last);
  }
}

function flawed(hex: string, { flaw, place = 0 }: Sent): string {
  const at = Math.floor(((hex.length / 2 - 1) * place) / 1000) * 2;
  const flip = (from: number) => hex.slice(0, from) + (hex[from] === '0' ? '1' : '0') + hex.slice(from + 1);
  if (flaw === 'signature') return flip(44 * 2 + 2 + (place % 128));
  if (flaw === 'byte') return flip(at + (place % 2));
  return flaw === 'cut' ? hex.slice(0, at) : hex;
}

type PayloadOptions = Pick<Options, 'group' | 'name' | 'contracts'> & { origin: Signer };

function payloadOf(
  payload: Payload,
  { origin, group, name, contracts }: PayloadOptions,
): { payload: tx.PayloadInput; source?: string } | undefined {
  switch (payload.kind) {
    case 'program': {
      const source = ofGroup(payload.text ?? sourceOf(payload.trees ?? []), group);
      const version = payload.version > 0 ? (payload.version as tx.ClarityVersion) : undefined;
      return { payload: tx.createSmartContractPayload(name, tx.codeBodyString(source), version), source };
    }
    case 'transfer':
      return {
        payload: tx.createTokenTransferPayload(recipient(payload.to, group, contracts, origin), payload.amount, payload.memo ?? ''),
      };
    case 'call':
      return callOf(payload, group, contracts);
    case 'coinbase':
      return { payload: tx.createCoinbasePayload(new Uint8Array(32)) };
    case 'nakamoto-coinbase':
      return { payload: tx.createNakamotoCoinbasePayload(new Uint8Array(32), tx.noneCV(), PROOF) };
    case 'poison':
      return { payload: tx.createPoisonPayload() };
    default: {
      const [a, b] = ['11'.repeat(20), '22'.repeat(32)];
      return { payload: tx.createTenureChangePayload(a, a, a, b, 1, 0, a) };
    }
  }
}

function recipient(to: number, group: number, contracts: ContractsOfPlay, origin: Signer): string {
  if (to === 100) return origin.address;
  if (to === 101) return MAINNET_ADDRESS;
  return contracts.principal(to, group);
}

function callOf(
  { contract, fn, seed, flaw }: Payload & { kind: 'call' },
  group: number,
  contracts: ContractsOfPlay,
): { payload: tx.PayloadInput } | undefined {
  const shape = contracts.pick(contract);
  if (shape === undefined) return undefined;
  const functions = shape.functions.filter(({ access }) => (flaw === 'private' ? access === 'private' : access !== 'private'));
  const called = functions[fn % functions.length] ?? (flaw === undefined ? undefined : shape.functions[fn % shape.functions.length]);
  if (called === undefined) return undefined;
  const args = called.args.map(({ type }, at) => contracts.value(type, seed + at, group));
  if (flaw === 'fewer') args.pop();
  if (flaw === 'type' && args.length > 0) args[0] = tx.tupleCV({ other: tx.intCV(1) });
  const [address = '', name = ''] = (flaw === 'contract' ? `${LIBRARIAN.address}.not-there` : shape.id).split('.');
  const to = flaw === 'mainnet' ? MAINNET_ADDRESS : address;
  return { payload: tx.createContractCallPayload(to, name, flaw === 'function' ? 'not-there' : called.name, args) };
}

type Tokens = Pick<ContractShape, 'id' | 'fungible' | 'nonFungible'>;

/** The tokens that a program defines: those of numbers are the ones that a condition can name. */
function tokensOf(source: string, id: string): Tokens {
  const names = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name]) => name as string);
  return {
    id,
    fungible: names(/\(define-fungible-token ([^\s()]+)/g),
    nonFungible: names(/\(define-non-fungible-token ([^\s()]+) uint\)/g).map((name) => ({ name, type: 'uint128' })),
  };
}

type ConditionOptions = Pick<Options, 'group' | 'contracts'> & { own: Tokens | undefined };

function conditionOf(
  { type, who, code, amount, contract, asset }: Condition,
  { group, contracts, own }: ConditionOptions,
): tx.PostConditionWire | undefined {
  const address = contracts.principal(who, group);
  const shape = own !== undefined && contract % 2 === 0 ? own : contracts.pick(contract);
  const from = <T>(names: readonly T[]): T => names[code % names.length] as T;
  switch (type) {
    case 'stx':
      return tx.postConditionToWire({ type: 'stx-postcondition', address, condition: from(FUNGIBLE), amount });
    case 'staking':
      return tx.postConditionToWire({ type: 'staking-postcondition', address, condition: from(FUNGIBLE), amount });
    case 'pox':
      return tx.postConditionToWire({ type: 'pox-postcondition', address, condition: from(POX) });
    case 'ft': {
      const token = at(shape, asset, ({ fungible }) => fungible);
      if (token === undefined) return undefined;
      return tx.postConditionToWire({
        type: 'ft-postcondition',
        address,
        condition: from(FUNGIBLE),
        asset: token as `${string}.${string}::${string}`,
        amount,
      });
    }
    default: {
      const token = at(shape, asset, ({ nonFungible }) => nonFungible.map(({ name }) => name));
      const found = shape?.nonFungible.find(({ name }) => token?.endsWith(`::${name}`));
      if (token === undefined || found === undefined) return undefined;
      const assetId = contracts.value(found.type, amount, group);
      return tx.postConditionToWire({
        type: 'nft-postcondition',
        address,
        condition: from(NON_FUNGIBLE),
        asset: token as `${string}.${string}::${string}`,
        assetId,
      });
    }
  }
}

function at(shape: Tokens | undefined, index: number, names: (shape: Tokens) => readonly string[]): string | undefined {
  const list = shape === undefined ? [] : names(shape);
  return list.length === 0 ? undefined : `${shape?.id}::${list[index % list.length]}`;
}

/** Programs are written for the accounts of the first group. */
function ofGroup(source: string, group: number): string {
  return group === 0
    ? source
    : ACCOUNTS.reduce((text, address, by) => text.replaceAll(address, signerOf(group, by, 'p2pkh').address), source);
}

function atLeastZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
