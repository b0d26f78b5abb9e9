import { invalid } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import { bytesOfHex, hexOf } from '../bytes.js';
import type { ChainView } from '../execution/chain-view.js';
import type { State } from '../state/state.js';
import { tupleOfEntries } from '../values/construct.js';
import { BufferValue, type PrincipalValue } from '../values/value.js';
import { readPrincipal } from './value.js';

/**
 * What contracts see of both chains (`HeadersDB` and `BurnStateDB`, clarity/src/vm/database/clarity_db.rs of stacks-core 4.0.2). Hashes are
 * hex with or without 0x, in the order in which contracts see them. Times are seconds since 1970. Absent functions know no block.
 */
export type Chain = {
  /** The height of the Stacks block that is executed: `stacks-block-height`. */
  readonly height: number;
  /** The number of the tenure: `tenure-height`. @default height */
  readonly tenureHeight?: number | undefined;
  /** The height of the last Bitcoin block, before epoch 3.0 of the one before it: `burn-block-height`. */
  readonly burnHeight: number;
  /** The time of the block, from epoch 3.3 on: `stacks-block-time`. @default none; `stacks-block-time` fails */
  readonly time?: number | undefined;
  /** Returns a Stacks block below `height`. A transaction that asks for one that is unknown is rejected: a node has all of them. */
  block?(height: number): Block | undefined;
  /** Returns the height of the first Stacks block of a tenure. */
  heightOfTenure?(tenureHeight: number): number | undefined;
  /** Returns a Bitcoin block up to `burnHeight`. */
  burnBlock?(height: number): BurnBlock | undefined;
  /** Returns the state after an earlier Stacks block, and what contracts saw in it: for `at-block`. @param indexHash hex without 0x */
  at?(indexHash: string): { readonly state: ClarityState; readonly chain: Chain } | undefined;
};

/** A Stacks block, and the tenure that it belongs to. */
export type Block = {
  readonly time: number;
  readonly headerHash: string;
  /** The index block hash. */
  readonly indexHash: string;
  /** Of the Bitcoin block of the tenure. */
  readonly burnHash: string;
  readonly burnTime: number;
  readonly vrfSeed: string;
  /** An address. */
  readonly miner: string;
  /** What the winning miner spent, in sats. */
  readonly spentByWinner: bigint;
  /** What all miners spent, in sats. */
  readonly spentByAll: bigint;
  /** In micro-STX. @default not yet paid */
  readonly reward?: bigint | undefined;
};

export type BurnBlock = {
  readonly hash: string;
  /** Who shared the PoX payout, and the payout of each, in sats. @default no payout is known */
  readonly pox?:
    | { readonly addresses: readonly { readonly version: number; readonly hashBytes: string }[]; readonly payout: bigint }
    | undefined;
};

declare const opaque: unique symbol;

/**
 * All contracts, balances and values at one point. A state never changes and shares what it has in common with others, so that to keep one
 * is a snapshot that costs nothing.
 */
export type ClarityState = { readonly [opaque]: true };

export function toState(state: State): ClarityState {
  return state as unknown as ClarityState;
}

/** @throws DevnetError INVALID_INPUT */
export function fromState(state: ClarityState, field: string): State {
  const isState = typeof state === 'object' && state !== null && 'contracts' in state && 'nextSlot' in state;
  if (!isState) throw invalid(field, 'a state of a Clarity VM', state);
  return state as unknown as State;
}

/** Returns the view that the VM has of a chain. @throws DevnetError INVALID_INPUT, also later, for what its functions return */
export function chainView(chain: Chain): ChainView {
  const { height, tenureHeight = height, burnHeight, time } = chain;
  return {
    height: readNumber(height, 'chain.height'),
    tenureHeight: readNumber(tenureHeight, 'chain.tenureHeight'),
    burnHeight: readNumber(burnHeight, 'chain.burnHeight'),
    time: time === undefined ? undefined : readNumber(time, 'chain.time'),
    block: (at) => {
      const block = chain.block?.(at);
      return block && toBlockInfo(block, `chain.block(${at})`);
    },
    heightOfTenure: (tenure) => chain.heightOfTenure?.(tenure),
    burnBlock: (at) => {
      const block = chain.burnBlock?.(at);
      return block && toBurnBlockInfo(block, `chain.burnBlock(${at})`);
    },
    at: (hash) => {
      const past = chain.at?.(hexOf(hash));
      return past && { state: fromState(past.state, `chain.at(${hexOf(hash)}).state`), chain: chainView(past.chain) };
    },
  };
}

function toBlockInfo(block: Block, field: string): ReturnType<ChainView['block']> {
  const { time, burnTime, spentByWinner, spentByAll, reward } = block;
  const hash = (name: 'headerHash' | 'indexHash' | 'burnHash' | 'vrfSeed') => readBytes(block[name], `${field}.${name}`, 32);
  const miner: PrincipalValue = readPrincipal(block.miner, `${field}.miner`);
  const hashes = { headerHash: hash('headerHash'), indexHash: hash('indexHash'), burnHash: hash('burnHash'), vrfSeed: hash('vrfSeed') };
  return { ...hashes, time, burnTime, miner, spentByWinner, spentByAll, reward };
}

function toBurnBlockInfo({ hash, pox }: BurnBlock, field: string): ReturnType<ChainView['burnBlock']> {
  const toTuple = ({ version, hashBytes }: { version: number; hashBytes: string }, at: number) =>
    tupleOfEntries([
      ['hashbytes', new BufferValue(readBytes(hashBytes, `${field}.pox.addresses[${at}].hashBytes`))],
      ['version', new BufferValue(Uint8Array.of(version))],
    ]);
  return { hash: readBytes(hash, `${field}.hash`, 32), pox: pox && { addresses: pox.addresses.map(toTuple), payout: pox.payout } };
}

/** @throws DevnetError INVALID_INPUT */
export function readBytes(hex: string, field: string, length?: number): Uint8Array {
  const bytes = bytesOfHex(without0x(hex));
  if (bytes !== undefined && (length === undefined || bytes.length === length)) return bytes;
  throw invalid(field, length === undefined ? 'hex' : `${length} bytes as hex`, hex);
}

/** Heights and times. @throws DevnetError INVALID_INPUT */
function readNumber(value: number, field: string): number {
  if (!Number.isSafeInteger(value) || value < 0) throw invalid(field, 'a whole number from 0', value);
  return value;
}
