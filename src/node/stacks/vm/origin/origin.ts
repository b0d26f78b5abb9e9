import { createHash } from 'node:crypto';
import { Broken } from '../machine/broken.js';

/**
 * The state that a session begins with, block 0 of its chain. The VM asks for a value or a contract when it first needs it. Every answer is
 * immutable; undefined means that the origin has no such thing.
 */
export type Origin = {
  /** Peer network id: 0x80000000 for testnets, 1 for mainnet. */
  readonly networkId: number;
  /** The value of a key hash (SHA-512/256 of the key, hex), as hex without 0x. */
  value(keyHash: string): string | undefined;
  /** The metadata of a contract by file name: `{address}_{name}_{key}`, with `:` in the key as `_`. */
  metadata(name: string): Uint8Array | undefined;
};

/** The file name under which the VM asks for metadata, `vm-metadata::9::contract` of `ST….pox-4` for example. */
export function metadataFile(contract: string, key: string): string {
  return `${contract.replace('.', '_')}_${key.replaceAll(':', '_')}`;
}

/** Returns the hash of the burn block at a height, in display order, without 0x; undefined if it is unknown. */
export type BurnHashes = (height: number) => string | undefined;

/** The two modules of Node that the VM's package requires to read a remote chain, answered from an origin. */
export type OriginModules = {
  fs: Record<'existsSync' | 'readFileSync' | 'mkdirSync' | 'writeFileSync', unknown>;
  http: Record<'syncHttpRequest' | 'syncSleep', unknown>;
};

/** The URL under which the VM knows the origin. No request leaves the process. */
export const ORIGIN_URL = 'http://origin';

type Answer = { status: number; statusText: string; headers: object; body: string };

const ABSENT: Answer = { status: 404, statusText: 'Not Found', headers: {}, body: '' };

/** The VM takes a block at this height for one that it does not know. A 404 makes it panic. */
const UNKNOWN_HEIGHT = 4_294_967_295;

/**
 * Answers the VM's requests for a remote chain from an origin. This is the only place that knows the protocol, and its rules:
 * - A callback never throws, because the VM would continue as if the value were absent. `check` throws the first failure after the call.
 * - A block that the origin does not have is at height 4294967295.
 * - Nothing is written at height 0, because the VM does not read such a write again (`bootMachine` opens block 1 first).
 * @param genesisTime of burn block 0, in seconds since 1970
 */
export function originModules(
  origin: Origin,
  { genesisTime, burnHash }: { genesisTime: number; burnHash: BurnHashes },
): OriginModules & { check: () => void } {
  let failed: { error: unknown } | undefined;
  const guarded = <T>(fallback: T, answer: () => T): T => {
    try {
      return answer();
    } catch (error) {
      failed ??= { error };
      return fallback;
    }
  };
  const metadata = (file: string): Uint8Array | undefined => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    return name.endsWith(METADATA_SUFFIX) ? origin.metadata(name.slice(0, -METADATA_SUFFIX.length)) : undefined;
  };
  const answers: [RegExp, (argument: string) => Answer][] = [
    [/^\/v2\/clarity\/marf\/([0-9a-f]+)/, (hash) => valueAnswer(origin.value(hash))],
    [/^\/v3\/sortitions\/burn_height\/(\d+)/, (height) => found([sortition(Number(height), burnHash(Number(height)), genesisTime)])],
    [/^\/extended\/v2\/blocks\/([0-9a-f]+)$/, (id) => found(block(id, genesisTime))],
    [/^\/v2\/info()$/, () => found({ network_id: origin.networkId, stacks_tip_height: 0 })],
  ];
  return {
    fs: {
      existsSync: (file: string) => guarded(false, () => metadata(file) !== undefined),
      readFileSync: (file: string | undefined) => guarded(null, () => (file === undefined ? null : (metadata(file) ?? null))),
      mkdirSync: () => undefined,
      writeFileSync: () => undefined,
    },
    http: {
      syncHttpRequest: (url: string) =>
        guarded(ABSENT, () => {
          const path = url.slice(ORIGIN_URL.length);
          for (const [pattern, answer] of answers) {
            const match = pattern.exec(path);
            if (match !== null) return answer(match[1] ?? '');
          }
          return ABSENT;
        }),
      syncSleep: () => undefined,
    },
    check() {
      if (failed !== undefined)
        throw new Broken(`cannot read the state that the Clarity VM starts from: ${String(failed.error)}`, { cause: failed.error });
    },
  };
}

function found(body: unknown): Answer {
  return { status: 200, statusText: 'OK', headers: {}, body: JSON.stringify(body) };
}

function valueAnswer(value: string | undefined): Answer {
  return value === undefined ? ABSENT : found({ data: `0x${value}` });
}

/** An ordinary session makes its ids like this: SHA-512/256 of the height, four bytes, with a first byte by kind. */
function syntheticId(height: number, kind?: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(height);
  const id = createHash('sha512-256').update(bytes).digest();
  if (kind !== undefined) id[0] = kind;
  return id;
}

const GENESIS_ID = syntheticId(0).toString('hex');
const METADATA_SUFFIX = `_${GENESIS_ID}.json`;
const syntheticBurnHash = (height: number): string => `0x${syntheticId(height, 2).toString('hex')}`;

function sortition(height: number, burnHash: string | undefined, genesisTime: number) {
  const id = `0x${syntheticId(height).toString('hex')}`;
  return {
    burn_block_hash: burnHash === undefined ? syntheticBurnHash(height) : `0x${burnHash}`,
    burn_block_height: height,
    burn_header_timestamp: genesisTime,
    consensus_hash: `0x${syntheticId(height, 3).toString('hex', 0, 20)}`,
    sortition_id: id,
    parent_sortition_id: id,
    vrf_seed: `0x${syntheticId(height, 4).toString('hex')}`,
  };
}

/** Block 0 ten seconds after burn block 0, as an ordinary session has it. */
function block(id: string, genesisTime: number) {
  const isGenesis = id === '0' || id === GENESIS_ID;
  const hash = isGenesis ? GENESIS_ID : id;
  return {
    height: isGenesis ? 0 : UNKNOWN_HEIGHT,
    hash: `0x${hash}`,
    index_block_hash: `0x${hash}`,
    block_time: isGenesis ? genesisTime + 10 : 0,
    tenure_height: 0,
    burn_block_height: 0,
    burn_block_hash: syntheticBurnHash(0),
    burn_block_time: isGenesis ? genesisTime : 0,
  };
}
