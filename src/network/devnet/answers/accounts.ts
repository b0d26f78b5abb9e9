import { amount, text } from './parts.js';

/** Amounts are text, because they may exceed 2^53. */
export const accountsAnswer = {
  type: 'object',
  description: 'The funded accounts.',
  properties: {
    accounts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: text,
          stx: {
            type: 'object',
            properties: { address: text, balance: amount, nonce: { type: 'integer' } },
            required: ['address', 'balance', 'nonce'],
          },
          btc: {
            type: 'object',
            properties: {
              address: text,
              addresses: {
                type: 'object',
                properties: { p2pkh: text, p2wpkh: text, 'p2sh-p2wpkh': text, p2tr: text },
                required: ['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'],
              },
              balance: amount,
            },
            required: ['address', 'addresses', 'balance'],
          },
          privateKey: { type: 'string', description: '32 bytes and 01 (compressed), as hex' },
          mnemonic: text,
        },
        required: ['name', 'stx', 'btc', 'privateKey'],
      },
    },
  },
  required: ['accounts'],
} as const;
