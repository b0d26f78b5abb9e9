import { CHAOS_KINDS } from '../chaos/kinds.js';

export const faultSchema = {
  type: 'object',
  description: 'A fault that lasts.',
  properties: {
    id: { type: 'string' },
    kind: { enum: CHAOS_KINDS },
    /** What it was requested with, defaults included. */
    settings: { type: 'object', additionalProperties: true, description: 'what it was requested with, defaults included' },
    /** How many Bitcoin blocks or transactions it still concerns; absent if it is not counted. */
    left: { type: 'integer', description: 'how many Bitcoin blocks or transactions it still concerns; absent if it is not counted' },
    /** How many transactions it has kept from the node; absent if it keeps none. */
    kept: { type: 'integer', description: 'how many transactions it has kept from the node; absent if it keeps none' },
  },
  required: ['id', 'kind', 'settings'],
} as const;
