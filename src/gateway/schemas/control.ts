import { capabilities } from '../../capability.js';
import { STATUSES } from '../../chains/stacks/receipt/node-receipt.js';
import { engineNames } from '../../engine-name.js';
import { faultSchema } from './chaos.js';
import { originSchema } from './trace.js';

const height = { type: 'integer', minimum: 0 } as const;
const hash = { type: 'string' } as const;
const amount = { type: 'string', description: 'base units: sats or micro-STX', pattern: '^[0-9]+$' } as const;
const blocks = { type: 'integer', minimum: 1, maximum: 10_000, description: 'a whole number, 1 to 10000' } as const;

const miningModeSchema = {
  description: '"auto", "manual" or {"intervalMs": 1 or more}',
  oneOf: [
    { enum: ['auto', 'manual'] },
    {
      type: 'object',
      properties: {
        intervalMs: {
          type: 'integer',
          minimum: 1,
          maximum: 2_147_483_647,
          description: 'a whole number of milliseconds, 1 to 2147483647',
        },
      },
      required: ['intervalMs'],
      additionalProperties: false,
    },
  ],
} as const;

export const urlsSchema = {
  type: 'object',
  properties: {
    gateway: { type: 'string' },
    page: { type: 'string' },
    stacks: { type: 'string' },
    bitcoin: { type: 'string' },
    emily: { type: 'string' },
    dap: { type: 'string' },
  },
  required: ['stacks', 'bitcoin'],
} as const;

export const statusAnswer = {
  type: 'object',
  description: 'The state of the network.',
  properties: {
    engine: { enum: engineNames },
    ready: { type: 'boolean' },
    reason: { type: 'string', description: 'what is missing, when it is not ready' },
    version: { type: 'string' },
    bitcoin: { type: 'object', properties: { height, hash, mode: miningModeSchema }, required: ['height', 'hash', 'mode'] },
    stacks: { type: 'object', properties: { height, hash, mode: miningModeSchema }, required: ['height', 'hash', 'mode'] },
    epoch: { type: 'string' },
    cycle: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        phase: { enum: ['reward', 'prepare'] },
        blocksLeft: { type: 'integer', description: 'Bitcoin blocks to the next phase' },
      },
      required: ['id', 'phase', 'blocksLeft'],
    },
    capabilities: {
      type: 'array',
      description: 'what this network can do that not every network can',
      items: { enum: [...capabilities] },
    },
    bootContracts: {
      type: 'object',
      description: 'the node whose boot contracts the embedded engine runs; absent for those of this package',
      properties: { url: { type: 'string' }, contracts: { type: 'array', items: { type: 'string' } } },
      required: ['url', 'contracts'],
    },
    fork: {
      type: 'object',
      description: 'the network that a fork continues, and from which Stacks height; absent for a network with its own genesis',
      properties: {
        url: { type: 'string' },
        height: { type: 'integer' },
        bitcoinOffset: {
          type: 'integer',
          description: 'how much higher Bitcoin heights are on the Stacks chain than those of the Bitcoin node',
        },
      },
      required: ['url', 'height', 'bitcoinOffset'],
    },
    impersonated: {
      type: 'array',
      description: 'the addresses whose transactions need no signature; absent if there are none',
      items: { type: 'string' },
    },
    chaos: { type: 'array', description: 'what goes wrong on purpose; absent if nothing does', items: faultSchema },
    sbtc: {
      type: 'object',
      description: "the deployer of sBTC's contracts, and the Bitcoin address of its signers; absent without sBTC",
      properties: { deployer: { type: 'string' }, signersAddress: { type: 'string' } },
      required: ['deployer', 'signersAddress'],
    },
    project: {
      type: 'object',
      description: 'the Clarinet project; absent without one',
      properties: { root: { type: 'string' }, name: { type: 'string' } },
      required: ['root', 'name'],
    },
    urls: urlsSchema,
  },
  required: ['engine', 'ready', 'version', 'bitcoin', 'stacks', 'epoch', 'capabilities', 'cycle', 'urls'],
} as const;

export const projectAnswer = {
  type: 'object',
  description: 'The Clarinet project, and its contracts in the order of their deployment.',
  properties: {
    root: { type: 'string', description: 'the folder with Clarinet.toml' },
    name: { type: 'string' },
    contracts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          path: { type: 'string', description: 'relative to the root, or absolute for a cache outside of it' },
          clarityVersion: { type: 'integer' },
          epoch: { type: 'string' },
          requirement: { type: 'boolean', description: 'whether it is a contract of another project' },
        },
        required: ['id', 'path', 'clarityVersion', 'epoch', 'requirement'],
      },
    },
  },
  required: ['root', 'name', 'contracts'],
} as const;

export const accountsAnswer = {
  type: 'object',
  description: 'The funded accounts.',
  properties: {
    accounts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          stx: {
            type: 'object',
            properties: { address: { type: 'string' }, balance: amount, nonce: { type: 'integer' } },
            required: ['address', 'balance', 'nonce'],
          },
          btc: {
            type: 'object',
            properties: {
              address: { type: 'string' },
              addresses: {
                type: 'object',
                properties: {
                  p2pkh: { type: 'string' },
                  p2wpkh: { type: 'string' },
                  'p2sh-p2wpkh': { type: 'string' },
                  p2tr: { type: 'string' },
                },
                required: ['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'],
              },
              balance: amount,
            },
            required: ['address', 'addresses', 'balance'],
          },
          privateKey: { type: 'string', description: '32 bytes and 01 (compressed), as hex' },
          mnemonic: { type: 'string' },
        },
        required: ['name', 'stx', 'btc', 'privateKey'],
      },
    },
  },
  required: ['accounts'],
} as const;

export const mineBody = {
  type: 'object',
  description: 'a JSON object with exactly one of "bitcoin" and "stacks"',
  properties: { bitcoin: blocks, stacks: blocks },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
} as const;

export const mineAnswer = {
  type: 'object',
  description: 'Mined, and seen by the Stacks node.',
  properties: {
    bitcoin: {
      type: 'object',
      properties: { height, hashes: { type: 'array', items: { type: 'string' }, description: 'of the new blocks, oldest first' } },
      required: ['height', 'hashes'],
    },
    stacks: { type: 'object', properties: { height, hash }, required: ['height', 'hash'] },
  },
  required: ['bitcoin', 'stacks'],
} as const;

export const miningBody = {
  type: 'object',
  description: 'a JSON object with "bitcoin", "stacks" or both',
  properties: { bitcoin: miningModeSchema, stacks: miningModeSchema },
  additionalProperties: false,
  minProperties: 1,
} as const;

export const miningAnswer = {
  type: 'object',
  description: 'Both modes, now effective.',
  properties: { bitcoin: miningModeSchema, stacks: miningModeSchema },
  required: ['bitcoin', 'stacks'],
} as const;

export const snapshotBody = {
  type: ['object', 'null'],
  description: 'a JSON object with "name" or without',
  properties: { name: { type: 'string', minLength: 1, maxLength: 200, description: 'text of 1 to 200 characters' } },
  additionalProperties: false,
} as const;

export const snapshotAnswer = {
  type: 'object',
  description: 'A snapshot of the whole network.',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    createdAt: { type: 'string', description: 'ISO 8601' },
    heights: { type: 'object', properties: { bitcoin: height, stacks: height }, required: ['bitcoin', 'stacks'] },
  },
  required: ['id', 'name', 'createdAt', 'heights'],
} as const;

export const snapshotsAnswer = {
  type: 'object',
  description: 'All snapshots, oldest first.',
  properties: { snapshots: { type: 'array', items: snapshotAnswer } },
  required: ['snapshots'],
} as const;

export const idParams = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;

export const txidParams = {
  type: 'object',
  properties: { txid: { type: 'string', pattern: '^(0x)?[0-9a-fA-F]{64}$', description: '64 hex digits, with or without 0x' } },
  required: ['txid'],
} as const;

export const waitForTxQuery = {
  type: 'object',
  properties: {
    timeoutMs: { type: 'string', pattern: '^(0|[1-9][0-9]{0,6})$', description: 'a whole number of milliseconds, at most 9999999' },
    chain: {
      enum: ['bitcoin', 'stacks'],
      description: 'the one chain to wait on, also for a transaction that it has never seen; without it, the chain that has seen it',
    },
    confirmations: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,3}$',
      description:
        'with "chain": on Bitcoin how many blocks, its own included, are to confirm the transaction; on Stacks how many Bitcoin blocks are to be on top of the one that its tenure belongs to',
    },
  },
} as const;

export const receiptAnswer = {
  type: 'object',
  description: 'The receipt of a transaction of either chain.',
  properties: {
    txid: { type: 'string' },
    block: {
      type: 'object',
      properties: { height, hash, burnHeight: height },
      required: ['height', 'hash'],
    },
    confirmations: {
      type: 'integer',
      description: 'Bitcoin: blocks that confirm it; Stacks, if requested: Bitcoin blocks on top of the block of its tenure',
    },
    status: { enum: [...STATUSES], description: 'Stacks only, as all that follow' },
    result: { type: 'object', properties: { hex: { type: 'string' }, repr: { type: 'string' } }, required: ['hex', 'repr'] },
    reason: { type: 'string', description: 'why it aborted' },
    origin: originSchema,
    events: { type: 'array', items: { type: 'object' } },
    cost: { type: 'object' },
  },
  required: ['txid', 'block'],
} as const;
