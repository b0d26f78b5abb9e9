export const readyAnswer = {
  type: 'object',
  description: 'Whether the network can be used.',
  properties: {
    ready: { type: 'boolean' },
    phase: { enum: ['ready', 'booting', 'unreachable', 'closing'] },
    reason: { type: 'string', description: 'what is missing, when it is not ready' },
  },
  required: ['ready', 'phase'],
} as const;

export const indexAnswer = {
  type: 'object',
  description: 'What answers here.',
  properties: {
    name: { type: 'string' },
    version: { type: 'string' },
    links: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['name', 'version', 'links'],
} as const;
