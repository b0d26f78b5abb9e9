import { height, miningModeSchema, text } from './parts.js';

export const mineAnswer = {
  type: 'object',
  description: 'Mined, and seen by the Stacks node.',
  properties: {
    bitcoin: {
      type: 'object',
      properties: { height, hashes: { type: 'array', items: text, description: 'of the new blocks, oldest first' } },
      required: ['height', 'hashes'],
    },
    stacks: { type: 'object', properties: { height, hash: text }, required: ['height', 'hash'] },
  },
  required: ['bitcoin', 'stacks'],
} as const;

export const miningAnswer = {
  type: 'object',
  description: 'Both modes, now effective.',
  properties: { bitcoin: miningModeSchema, stacks: miningModeSchema },
  required: ['bitcoin', 'stacks'],
} as const;
