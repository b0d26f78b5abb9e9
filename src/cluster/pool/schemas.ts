export const takeBody = {
  type: ['object', 'null'],
  description: 'an object, or no body',
  properties: {
    label: { type: 'string', maxLength: 200, description: 'a text of up to 200 characters that says who holds the network' },
    settings: {
      type: 'object',
      description: 'digests of the settings that the network must have',
      additionalProperties: { type: 'string' },
    },
  },
  additionalProperties: false,
} as const;

export const leaseParams = {
  type: 'object',
  properties: { id: { type: 'string', description: 'the id of a network' } },
  required: ['id'],
} as const;
