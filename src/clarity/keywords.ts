import type { ClarityVersion } from './version.js';

type Range = readonly [since: ClarityVersion, until?: ClarityVersion];

/** The variables that the language defines (`NativeVariables`, clarity/src/vm/variables.rs), and the versions that have them. */
const RANGES = {
  'contract-caller': [1],
  'tx-sender': [1],
  'block-height': [1, 2],
  'burn-block-height': [1],
  none: [1],
  true: [1],
  false: [1],
  'stx-liquid-supply': [1],
  'is-in-regtest': [1],
  'tx-sponsor?': [2],
  'is-in-mainnet': [2],
  'chain-id': [2],
  'stacks-block-height': [3],
  'tenure-height': [3],
  'stacks-block-time': [4],
  'current-contract': [4],
} as const satisfies Record<string, Range>;

export type Keyword = keyof typeof RANGES;

const ranges: ReadonlyMap<string, Range> = new Map(Object.entries(RANGES));

/** Returns whether a version of Clarity defines a variable with this name. */
export function isKeyword(name: string, version: ClarityVersion): name is Keyword {
  const range = ranges.get(name);
  return range !== undefined && version >= range[0] && version <= (range[1] ?? version);
}
