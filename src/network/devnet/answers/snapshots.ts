import { height, text } from './parts.js';

export const snapshotAnswer = {
  type: 'object',
  description: 'A snapshot of the whole network.',
  properties: {
    id: text,
    name: text,
    createdAt: { type: 'string', description: 'ISO 8601' },
    heights: { type: 'object', properties: { bitcoin: height, stacks: height }, required: ['bitcoin', 'stacks'] },
  },
  required: ['id', 'name', 'createdAt', 'heights'],
} as const;
