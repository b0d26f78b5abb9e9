import { COST_DIMENSIONS } from '../devnet/costs/types.js';

const number = { type: 'number' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const range = {
  type: 'object',
  properties: { min: number, median: number, max: number },
  required: ['min', 'median', 'max'],
} as const;

/** An object with a property for each dimension of a cost. */
function dimensions<S extends object>(schema: S) {
  const properties = { runtime: schema, readCount: schema, readLength: schema, writeCount: schema, writeLength: schema };
  return { type: 'object', properties, required: COST_DIMENSIONS } as const;
}

export const costsAnswer = {
  type: 'object',
  description: 'What functions cost since the network was ready, the most expensive first.',
  properties: {
    epoch: { type: 'string' },
    limit: { ...dimensions(count), description: 'the budget of a block' },
    functions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          contract: { type: 'string' },
          function: { type: 'string' },
          calls: { ...count, description: 'by transactions, aborted ones included' },
          measured: { ...count, description: 'calls whose cost the node reported' },
          costs: { ...dimensions(range), description: "in Clarity's units; the median is of the last 1,000 calls" },
          share: { ...range, description: "the part of a block's budget, 0 to 1, in the dimension that a call uses up most" },
          dearest: { type: 'string', description: 'the transaction of the call with the highest share; a restore may have removed it' },
        },
        required: ['contract', 'function', 'calls', 'measured'],
      },
    },
  },
  required: ['epoch', 'limit', 'functions'],
} as const;

const hits = { type: 'object', properties: { found: count, hit: count }, required: ['found', 'hit'] } as const;

export const coverageAnswer = {
  type: 'object',
  description: 'The report is written.',
  properties: {
    file: { type: 'string', description: 'where, on the machine of the network' },
    sources: { ...count, description: 'source files in the report' },
    lines: hits,
    branches: hits,
    unknown: { type: 'array', items: { type: 'string' }, description: 'contracts without a known source file, which are left out' },
  },
  required: ['file', 'sources', 'lines', 'branches', 'unknown'],
} as const;
