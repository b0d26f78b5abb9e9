import { StaticFailure } from '../analysis/static-failure.js';
import type { NativeCheck, TypeChecker } from '../analysis/type-checker.js';
import type { Scope } from '../analysis/typing-scope.js';
import type { Operand } from '../compile/compile-scope.js';
import type { BlockInfo, ChainView } from '../execution/chain-view.js';
import type { Execution } from '../execution/execution.js';
import { CheckFailure, InternalFailure } from '../failure.js';
import type { Expression } from '../syntax/expression.js';
import { listType, optionalType, tupleType } from '../types/construct.js';
import { BUFFER_1, BUFFER_32, FieldNames, PRINCIPAL, type Type, UINT } from '../types/type.js';
import { someOf, tupleOf } from '../values/construct.js';
import { errorText } from '../values/debug.js';
import { BufferValue, NONE, UIntValue, type Value } from '../values/value.js';
import { atLeast, exactly, nameOf } from './arguments.js';
import { type CompileNative, failing, special } from './native.js';
import { consList } from './sequences/sequence-value.js';

/** What contracts see of blocks (`special_get_block_info` and its kin, clarity/src/vm/functions/database.rs). */

const MAX_U32 = 2n ** 32n - 1n;
/** The chain id of the primary testnet, on which heights of `get-block-info?` are those of Stacks blocks. */
const TESTNET_CHAIN_ID = 0x8000_0000;
const POX = new FieldNames(['addrs', 'payout']);

/** How many blocks a reward needs to mature, after the child of its block (`MINER_REWARD_MATURITY`). */
const REWARD_MATURITY = 100;

/** What a property gives of a block at a height; undefined for none. */
type Property = (block: BlockInfo, height: number, x: Execution) => Value | undefined;

const time: Property = (block) => new UIntValue(BigInt(block.time));
const burnTime: Property = (block) => new UIntValue(BigInt(block.burnTime));
const headerHash: Property = (block) => new BufferValue(block.headerHash);
const indexHash: Property = (block) => new BufferValue(block.indexHash);

const TENURE_READS: Readonly<Record<string, Property>> = {
  time: burnTime,
  'burnchain-header-hash': (block) => new BufferValue(block.burnHash),
  'miner-address': (block) => block.miner,
  'vrf-seed': (block) => new BufferValue(block.vrfSeed),
  'block-reward': ({ reward }, height, { chain }) => {
    if (height === 0 || height + 1 + REWARD_MATURITY >= chain.height) return undefined;
    if (reward === undefined) throw new InternalFailure('FATAL: matured block has no recorded reward');
    return new UIntValue(reward);
  },
  'miner-spend-total': (block, height) => new UIntValue(height === 0 ? 0n : block.spentByAll),
  'miner-spend-winner': (block, height) => new UIntValue(height === 0 ? 0n : block.spentByWinner),
};
const BLOCK_READS: Readonly<Record<string, Property>> = {
  ...TENURE_READS,
  'header-hash': headerHash,
  'id-header-hash': indexHash,
};
const STACKS_BLOCK_READS: Readonly<Record<string, Property>> = { time, 'header-hash': headerHash, 'id-header-hash': indexHash };

/** Properties that Clarity 1 lacks. */
const SINCE_CLARITY_2 = ['block-reward', 'miner-spend-total', 'miner-spend-winner'];

function heightOf(value: Value): number | undefined {
  if (value.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(value));
  return value.value > MAX_U32 ? undefined : Number(value.value);
}

/** Makes a function of a property and a height. It gives none for heights that are not below the block's. */
function infoOf(
  properties: Readonly<Record<string, Property>>,
  unknown: string,
  toHeight: (height: number, x: Execution) => number | undefined = (height) => height,
): CompileNative {
  return special({ count: 2 }, ({ expression, args: [atom, operand] }, scope) => {
    const name = atom?.type === 'atom' ? atom.name : undefined;
    const isKnown = name !== undefined && (scope.version > 1 || !SINCE_CLARITY_2.includes(name));
    const property = isKnown ? properties[name] : undefined;
    const cost = scope.costs.BlockInfo;
    const code = scope.ref(operand as Operand);
    return (x, frame) => {
      x.chargeCost(cost, 0);
      if (property === undefined) throw new CheckFailure('Unreachable', unknown);
      const given = heightOf(code(x, frame));
      x.at = expression;
      const height = given === undefined ? undefined : toHeight(given, x);
      if (height === undefined || height >= x.chain.height) return NONE;
      const value = property(blockAt(x.chain, height), height, x);
      return value === undefined ? NONE : someOf(value);
    };
  });
}

function blockAt(chain: ChainView, height: number): BlockInfo {
  const block = chain.block(height);
  if (block === undefined) throw new InternalFailure('Failed to get block data.');
  return block;
}

/** Clarity 1 and 2 mean tenures by heights since epoch 3.0, but on the primary testnet. */
function tenureToHeight(height: number, { rules, chain }: Execution): number | undefined {
  if (!rules.epoch.usesNakamotoBlocks || rules.chainId === TESTNET_CHAIN_ID) return height;
  return height > chain.tenureHeight || height >= chain.height ? undefined : chain.heightOfTenure(height);
}

/** Before epoch 3.0, the genesis block knows no burn chain: it has no parent. */
function isGenesis({ chain, rules }: Execution): boolean {
  return chain.height === 0 && !rules.epoch.usesTipBurnBlock;
}

const burnBlockInfo = special({ count: 2 }, ({ expression, args: [atom, operand] }, scope) => {
  const name = atom?.type === 'atom' ? atom.name : '';
  if (name !== 'header-hash' && name !== 'pox-addrs')
    return failing(() => new CheckFailure('Unreachable', `No such burn block info property: ${name}`));
  const cost = scope.costs.GetBurnBlockInfo;
  const code = scope.ref(operand as Operand);
  return (x, frame) => {
    x.chargeCost(cost, 0);
    const height = heightOf(code(x, frame));
    x.at = expression;
    const block = height === undefined || isGenesis(x) ? undefined : x.chain.burnBlock(height);
    if (block === undefined) return NONE;
    if (name === 'header-hash') return someOf(new BufferValue(block.hash));
    if (block.pox === undefined) return NONE;
    const addresses = consList(block.pox.addresses, x.rules.epoch.sanitizesValues);
    return someOf(tupleOf(POX, [addresses, new UIntValue(block.pox.payout)]));
  };
});

export const blocks = {
  'get-block-info?': infoOf(BLOCK_READS, 'Get block info expect property name', tenureToHeight),
  'get-stacks-block-info?': infoOf(STACKS_BLOCK_READS, 'No such stacks block info property'),
  'get-tenure-info?': infoOf(TENURE_READS, 'Get tenure info expect property name'),
  'get-burn-block-info?': burnBlockInfo,
};

/** What contracts can ask for of blocks, and the types of the answers (clarity/src/vm/types/mod.rs). */
type Properties = ReadonlyMap<string, Type>;

/** `get-block-info?` of Clarity 1. */
const BLOCK_PROPERTIES_1: Properties = new Map<string, Type>([
  ['time', UINT],
  ['vrf-seed', BUFFER_32],
  ['header-hash', BUFFER_32],
  ['id-header-hash', BUFFER_32],
  ['burnchain-header-hash', BUFFER_32],
  ['miner-address', PRINCIPAL],
]);

/** `get-block-info?` of Clarity 2. */
const BLOCK_PROPERTIES_2: Properties = new Map<string, Type>([
  ...BLOCK_PROPERTIES_1,
  ['miner-spend-winner', UINT],
  ['miner-spend-total', UINT],
  ['block-reward', UINT],
]);

/** `get-stacks-block-info?`. */
const STACKS_BLOCK_PROPERTIES: Properties = new Map<string, Type>([
  ['id-header-hash', BUFFER_32],
  ['header-hash', BUFFER_32],
  ['time', UINT],
]);

/** `get-tenure-info?`. */
const TENURE_PROPERTIES: Properties = new Map<string, Type>([
  ['time', UINT],
  ['vrf-seed', BUFFER_32],
  ['burnchain-header-hash', BUFFER_32],
  ['miner-address', PRINCIPAL],
  ['miner-spend-winner', UINT],
  ['miner-spend-total', UINT],
  ['block-reward', UINT],
]);

const POX_ADDRESS = tupleType([
  ['version', BUFFER_1],
  ['hashbytes', BUFFER_32],
]);

/** `get-burn-block-info?`. */
const BURN_BLOCK_PROPERTIES: Properties = new Map<string, Type>([
  ['header-hash', BUFFER_32],
  [
    'pox-addrs',
    tupleType([
      ['addrs', listType(POX_ADDRESS, 2)],
      ['payout', UINT],
    ]),
  ],
]);

type Unknown = 'NoSuchBlockInfoProperty' | 'NoSuchStacksBlockInfoProperty' | 'NoSuchTenureInfoProperty';

/** Surplus arguments are not noticed. */
function checkBlockInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = atLeast(args, 2);
  const property = nameOf(name, 'GetBlockInfoExpectPropertyName');
  const properties = checker.version === 1 ? BLOCK_PROPERTIES_1 : BLOCK_PROPERTIES_2;
  return checkProperty(checker, property, properties, 'NoSuchBlockInfoProperty', height, scope);
}

function checkBurnBlockInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = exactly(args, 2);
  const property = nameOf(name, 'GetBurnBlockInfoExpectPropertyName');
  return checkProperty(checker, property, BURN_BLOCK_PROPERTIES, 'NoSuchBlockInfoProperty', height, scope);
}

function checkStacksBlockInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = exactly(args, 2);
  const property = nameOf(name, 'GetStacksBlockInfoExpectPropertyName');
  return checkProperty(checker, property, STACKS_BLOCK_PROPERTIES, 'NoSuchStacksBlockInfoProperty', height, scope);
}

function checkTenureInfo(checker: TypeChecker, args: readonly Expression[], scope: Scope): Type {
  const [name, height] = exactly(args, 2);
  const property = nameOf(name, 'GetTenureInfoExpectPropertyName');
  return checkProperty(checker, property, TENURE_PROPERTIES, 'NoSuchTenureInfoProperty', height, scope);
}

function checkProperty(
  checker: TypeChecker,
  name: string,
  properties: Properties,
  unknown: Unknown,
  height: Expression,
  scope: Scope,
): Type {
  const type = properties.get(name);
  if (type === undefined) throw new StaticFailure(unknown, name);
  checker.expect(height, scope, UINT);
  return optionalType(type);
}

/** The analysis of these natives (clarity/src/vm/analysis/type_checker/v2_1/natives/mod.rs). */
export const BLOCK_CHECKS = {
  'get-block-info?': checkBlockInfo,
  'get-burn-block-info?': checkBurnBlockInfo,
  'get-stacks-block-info?': checkStacksBlockInfo,
  'get-tenure-info?': checkTenureInfo,
} as const satisfies Record<string, NativeCheck>;
