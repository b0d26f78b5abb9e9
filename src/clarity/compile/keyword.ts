import type { Code } from '../execution/execution.js';
import { RuntimeFailure } from '../failure.js';
import type { Keyword } from '../keywords.js';
import { boolOf, someOf } from '../values/construct.js';
import { FALSE, NONE, TRUE, UIntValue } from '../values/value.js';
import type { Scope } from './compile-scope.js';

/** Returns code that gives a variable of the language (`lookup_reserved_variable`, clarity/src/vm/variables.rs). */
export function compileKeyword(name: Keyword, { costs, rules, contract }: Scope): Code {
  switch (name) {
    case 'tx-sender':
      return (x) => x.sender;
    case 'contract-caller':
      return (x) => x.caller;
    case 'tx-sponsor?':
      return (x) => (x.sponsor === undefined ? NONE : someOf(x.sponsor));
    case 'current-contract':
      return () => contract.id;
    case 'none':
      return () => NONE;
    case 'true':
      return () => TRUE;
    case 'false':
      return () => FALSE;
    // True only where stacks-core's own tests run.
    case 'is-in-regtest':
      return () => FALSE;
    case 'is-in-mainnet':
      return () => boolOf(rules.isMainnet);
    case 'chain-id':
      return () => new UIntValue(BigInt(rules.chainId));
    default: {
      const read = READERS[name];
      const cost = costs.FetchVar;
      // Since epoch 3.0 older contracts mean tenures by blocks.
      const height = name === 'block-height' && !rules.epoch.usesNakamotoBlocks ? READERS['stacks-block-height'] : read;
      return (x) => {
        x.chargeCost(cost, 1);
        return new UIntValue(height(x));
      };
    }
  }
}

type Reader = (x: Parameters<Code>[0]) => bigint;

const READERS = {
  'block-height': (x) => BigInt(x.chain.tenureHeight),
  'stacks-block-height': (x) => BigInt(x.chain.height),
  'tenure-height': (x) => BigInt(x.chain.tenureHeight),
  'burn-block-height': (x) => BigInt(x.chain.burnHeight),
  'stx-liquid-supply': (x) => x.state.liquidSupply,
  'stacks-block-time': (x) => {
    if (x.chain.time === undefined) throw new RuntimeFailure('BlockTimeNotAvailable');
    return BigInt(x.chain.time);
  },
} as const satisfies Record<string, Reader>;
