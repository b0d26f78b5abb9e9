import { urlsSchema } from './control.js';

export const cloneAnswer = {
  type: 'object',
  description: 'A copy of the network. Its own gateway controls it.',
  properties: { id: { type: 'string' }, urls: urlsSchema },
  required: ['id', 'urls'],
} as const;

export const clonesAnswer = {
  type: 'object',
  description: 'The copies of the network, oldest first.',
  properties: { clones: { type: 'array', items: cloneAnswer } },
  required: ['clones'],
} as const;
