import type { KnownDifferences } from '../compare-recording.js';

const NO_SPENDING = 'the VM does not record what miners spent: miner-spend-winner fails';

export const KNOWN_DIFFERENCES: KnownDifferences = {
  answers: { 'read-things-tenure-spend': NO_SPENDING, 'read-things-5-tenure-spend': NO_SPENDING },
  receipts: { 'call-tenure-spend': NO_SPENDING },
  costs: { 'call-tenure-spend': NO_SPENDING },
  errorTexts: {
    'call-tenure-spend': NO_SPENDING,
    'deploy-parse-trait-reference-top': 'the VM does not report at which expression it found an undeclared trait',
  },
};
