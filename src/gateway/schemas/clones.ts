import { cloneAnswer } from '../../devnet/answers/clones.js';

export const cloneBody = {
  type: ['object', 'null'],
  description: 'how to start the copy',
  properties: {
    ports: {
      type: 'boolean',
      description: 'true or false; false: the gateway answers below the path of the copy, /devnet/v1/clones/{id}/…',
      default: true,
    },
  },
  additionalProperties: false,
} as const;

export const clonesAnswer = {
  type: 'object',
  description: 'The copies of the network, oldest first.',
  properties: { clones: { type: 'array', items: cloneAnswer } },
  required: ['clones'],
} as const;
