/** Parts of several answers. */
export const text = { type: 'string' } as const;
export const texts = { type: 'array', items: text } as const;
export const height = { type: 'integer', minimum: 0 } as const;
export const amount = { type: 'string', description: 'base units: sats or micro-STX', pattern: '^[0-9]+$' } as const;

export const miningModeSchema = {
  description: '"auto", "manual" or {"intervalMs": 1 or more}',
  oneOf: [
    { enum: ['auto', 'manual'] },
    {
      type: 'object',
      properties: {
        intervalMs: {
          type: 'integer',
          minimum: 1,
          maximum: 2_147_483_647,
          description: 'a whole number of milliseconds, 1 to 2147483647',
        },
      },
      required: ['intervalMs'],
      additionalProperties: false,
    },
  ],
} as const;

export const urlsSchema = {
  type: 'object',
  properties: {
    gateway: text,
    /** The page of the gateway for browsers, with a slash; absent with `page.enabled: false`. */
    page: text,
    stacks: text,
    bitcoin: text,
    /** The Emily API on its own port; absent without `ports.emily`. */
    emily: text,
    /** The Electrum server: `tcp://127.0.0.1:50001`. Absent without `electrum.enabled`. */
    electrum: text,
    /** Where the debugger listens: `tcp://127.0.0.1:4711`. Absent without `dap`. */
    dap: text,
  },
  required: ['stacks', 'bitcoin'],
} as const;
