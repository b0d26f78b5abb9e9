import type { Planted } from './types.js';

/** Faults that the generator must find, as changes of one place in a compiled file below `dist`. */
export const planted: readonly Planted[] = [
  {
    name: 'the analysis of a let is too cheap by one expression',
    generator: 'stacks',
    file: 'clarity/natives/control.js',
    find: 'charge("AnalysisCheckLet", args.length)',
    replace: 'charge("AnalysisCheckLet", args.length - 1)',
  },
  {
    name: 'burnt STX have no event',
    generator: 'stacks',
    file: 'clarity/natives/stx.js',
    find: '  x.emit({ type: "stx-burn", sender: from, amount });\n',
    replace: '',
  },
  {
    name: 'a refused transfer needs its amount, without its fee',
    generator: 'stacks',
    file: 'stacks/node/mempool/admission.js',
    find: 'return notEnoughFunds(spent, origin.balance);',
    replace: 'return notEnoughFunds(payload.amount, origin.balance);',
  },
];
