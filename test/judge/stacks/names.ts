import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROUTES } from '#dist/stacks/node/rpc/routes.js';
import { AUTHS } from './keys.js';

const SOURCE = path.join(import.meta.dirname, '../../../src/clarity');
const DEFINITIONS = [
  ...['define-constant', 'define-data-var', 'define-fungible-token', 'define-map', 'define-non-fungible-token', 'define-private'],
  ...['define-public', 'define-read-only', 'define-trait', 'impl-trait', 'use-trait'],
];

/** All words of the language that do something: natives, definitions, and variables. */
export const NATIVE_NAMES: readonly string[] = [
  ...['natives/native-names.ts', 'keywords.ts'].flatMap((file) => {
    const table = /const RANGES = \{(.*?)\} as const/s.exec(readFileSync(path.join(SOURCE, file), 'utf8'))?.[1] ?? '';
    return [...table.matchAll(/^ {2}'?([^\s':]+)'?: \[/gm)].map(([, name]) => name as string);
  }),
  ...DEFINITIONS,
];

/** What is sent after a transaction: the same one, another one with its nonce and twice or half its fee, or one that deploys its contract. */
export const AGAINS = ['same', 'dearer', 'cheaper', 'name'] as const;
export type Again = (typeof AGAINS)[number];

/**
 * Why a mempool refuses a transaction (`MemPoolRejection`, stackslib/src/chainstate/stacks/db/blocks.rs). No client provokes the others by a
 * legal request:
 *
 * - `PoisonMicroblocksDoNotConflict`, `NoAnchorBlockWithPubkeyHash`, `InvalidMicroblocks`: microblocks are refused before, as
 *   `ServerFailureOther`
 * - `Serialization`: a node writes the bytes that it read; `Deserialization`: the route decodes first and answers 400 as text
 * - `ServerFailureNoSuchChainTip`, `ServerFailureDatabase`, `EstimatorError`: faults of the node
 * - `TemporarilyBlacklisted`: a miner met the transaction and could not execute it in time
 */
const REASONS = [
  ...['BadAddressVersionByte', 'BadFunctionArgument', 'BadNonce', 'BadTransactionVersion', 'ConflictingNonceInMempool'],
  ...['ContractAlreadyExists', 'FeeTooLow', 'NoCoinbaseViaMempool', 'NoSuchContract', 'NoSuchPublicFunction'],
  ...['NoTenureChangeViaMempool', 'NotEnoughFunds', 'ServerFailureOther', 'SignatureValidation', 'TooMuchChaining'],
  ...['TransferAmountMustBePositive', 'TransferRecipientCannotEqualSender'],
];

/** A route, as the table of what was reached names it: without its parameters. */
function routeName({ method, strict }: (typeof ROUTES)[number]): string {
  const pattern = strict.source.slice(1, -1).replaceAll('\\/', '/').replace('.*', '');
  const [from, to] = [pattern.indexOf('('), pattern.lastIndexOf(')')];
  const fixed = from < 0 ? pattern : pattern.slice(0, from) + pattern.slice(to + 1).replace(/^\?/, '');
  return `${method} ${fixed.replaceAll(/\/+/g, '/').replace(/\/$/, '').replace(/\\.*/, '')}`;
}

export function everyName(): string[] {
  const counted = (name: string, codes: number) => Array.from({ length: codes }, (_, code) => `post-condition ${name} ${code}`);
  return [
    ...NATIVE_NAMES.map((name) => `native ${name}`),
    ...new Set(ROUTES.map(routeName)),
    ...['transfer', 'call', 'coinbase', 'nakamoto-coinbase', 'poison', 'tenure-change'].map((kind) => `payload ${kind}`),
    ...['unversioned', 1, 2, 3, 4, 5, 6].map((version) => `payload program ${version}`),
    ...AUTHS.flatMap((auth) => [`auth ${auth}`, `sponsor ${auth}`]),
    ...['allow', 'deny', 'originator'].map((mode) => `mode ${mode}`),
    ...AGAINS.map((again) => `again ${again}`),
    ...[counted('stx', 5), counted('ft', 5), counted('nft', 3), counted('staking', 5), counted('pox', 3)].flat(),
    ...REASONS.map((reason) => `reason ${reason}`),
  ];
}
