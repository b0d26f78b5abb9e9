import { text, urlsSchema } from './parts.js';

export const cloneAnswer = {
  type: 'object',
  description: 'A copy of the network. Its own gateway controls it.',
  properties: { id: text, urls: urlsSchema },
  required: ['id', 'urls'],
} as const;
