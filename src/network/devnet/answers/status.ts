import { capabilities, engineNames } from '../../../stacks/engine.js';
import { faultSchema } from './faults.js';
import { height, miningModeSchema, text, texts, urlsSchema } from './parts.js';

/** One chain. */
const chain = { type: 'object', properties: { height, hash: text, mode: miningModeSchema }, required: ['height', 'hash', 'mode'] } as const;

export const statusAnswer = {
  type: 'object',
  description: 'The state of the network.',
  properties: {
    engine: { enum: engineNames },
    ready: { type: 'boolean' },
    /** What is missing; absent when ready. */
    reason: { type: 'string', description: 'what is missing, when it is not ready' },
    /** The version of this package. */
    version: text,
    bitcoin: chain,
    stacks: chain,
    /** The Stacks epoch, for example `3.4`. */
    epoch: text,
    /** The reward cycle; `blocksLeft`: Bitcoin blocks until the other phase begins. */
    cycle: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        phase: { enum: ['reward', 'prepare'] },
        blocksLeft: { type: 'integer', description: 'Bitcoin blocks to the next phase' },
      },
      required: ['id', 'phase', 'blocksLeft'],
    },
    /** What this network can do that not every network can. Anything else throws UNSUPPORTED. */
    capabilities: {
      type: 'array',
      description: 'what this network can do that not every network can',
      items: { enum: capabilities },
    },
    /** The node whose boot contracts the embedded engine runs, and their principals; absent for those of this package. */
    bootContracts: {
      type: 'object',
      description: 'the node whose boot contracts the embedded engine runs; absent for those of this package',
      properties: { url: text, contracts: texts },
      required: ['url', 'contracts'],
    },
    /**
     * The network that a fork continues, and from which Stacks height. Bitcoin heights on the Stacks chain are higher by `bitcoinOffset`
     * than those of the Bitcoin node. Absent for a network with its own genesis.
     */
    fork: {
      type: 'object',
      description: 'the network that a fork continues, and from which Stacks height; absent for a network with its own genesis',
      properties: {
        url: text,
        height: { type: 'integer' },
        bitcoinOffset: {
          type: 'integer',
          description: 'how much higher Bitcoin heights are on the Stacks chain than those of the Bitcoin node',
        },
      },
      required: ['url', 'height', 'bitcoinOffset'],
    },
    /** The addresses whose transactions need no signature; absent if there are none. */
    impersonated: {
      type: 'array',
      description: 'the addresses whose transactions need no signature; absent if there are none',
      items: text,
    },
    /** What goes wrong on purpose; absent if nothing does. */
    chaos: { type: 'array', description: 'what goes wrong on purpose; absent if nothing does', items: faultSchema },
    /** The deployer of sBTC's contracts, and the Bitcoin address of its signers; absent without sBTC. */
    sbtc: {
      type: 'object',
      description: "the deployer of sBTC's contracts, and the Bitcoin address of its signers; absent without sBTC",
      properties: { deployer: text, signersAddress: text },
      required: ['deployer', 'signersAddress'],
    },
    /** The Clarinet project; absent without one. */
    project: {
      type: 'object',
      description: 'the Clarinet project; absent without one',
      properties: { root: text, name: text },
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
    name: text,
    contracts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: text,
          path: { type: 'string', description: 'relative to the root, or absolute for a cache outside of it' },
          clarityVersion: { type: 'integer' },
          epoch: text,
          requirement: { type: 'boolean', description: 'whether it is a contract of another project' },
        },
        required: ['id', 'path', 'clarityVersion', 'epoch', 'requirement'],
      },
    },
  },
  required: ['root', 'name', 'contracts'],
} as const;

export const nodesAnswer = {
  type: 'object',
  description: 'The nodes, with what opens the RPC of the Bitcoin node.',
  properties: {
    bitcoin: {
      type: 'object',
      properties: { url: text, rpcUser: text, rpcPassword: text },
      required: ['url', 'rpcUser', 'rpcPassword'],
    },
    stacks: { type: 'object', properties: { url: text }, required: ['url'] },
  },
  required: ['bitcoin', 'stacks'],
} as const;
