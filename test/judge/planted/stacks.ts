/** Faults that the generator must find, as changes of one place in a compiled file below `dist`. */
export const PLANTED = [
  {
    name: 'a comparison costs what the larger operand does',
    generator: 'stacks',
    file: 'clarity/natives/comparison.js',
    find: 'Math.min(sizeOf(a), sizeOf(b))',
    replace: 'Math.max(sizeOf(a), sizeOf(b))',
  },
  {
    name: 'burnt STX have no event',
    generator: 'stacks',
    file: 'clarity/natives/stx.js',
    find: "    x.emit({ type: 'stx-burn', sender: from, amount });\n",
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
