const principal = { type: 'string', description: 'the address of an account, such as ST…' } as const;

export const impersonateBody = {
  type: 'object',
  description: 'a JSON object with "principal"',
  properties: { principal },
  required: ['principal'],
  additionalProperties: false,
} as const;

export const principalParams = { type: 'object', properties: { principal }, required: ['principal'] } as const;
