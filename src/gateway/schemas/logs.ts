export const logsAnswer = {
  type: 'object',
  description: 'The logs of the network: one per program. None if the nodes run in the process of the devnet or belong to someone else.',
  properties: {
    logs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'the name of the log', examples: ['bitcoind', 'stacks-node', 'stacks-signer-2'] },
          program: { type: 'string', description: 'the program that writes it', examples: ['stacks-signer'] },
        },
        required: ['name', 'program'],
      },
    },
  },
  required: ['logs'],
} as const;

export const logParams = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

export const logQuery = {
  type: 'object',
  properties: {
    follow: { enum: ['true', 'false'], description: 'whether to continue with new output until the network closes; false by default' },
    tail: {
      type: 'string',
      pattern: '^(0|[1-9][0-9]{0,5})$',
      description: 'how many of the last lines to return, a whole number up to 999999; 200 by default',
    },
  },
} as const;
