import { Broken } from '../machine/broken.js';
import { type OriginBlock, type OriginChain, syntheticChain } from './origin-chain.js';
import { OriginFailure } from './origin-failure.js';

/**
 * The state that a session begins with. The VM asks for a value or a contract when it first needs it. Every answer is
 * immutable; undefined means that the origin has no such thing.
 */
export type Origin = {
  /** Peer network id: 0x80000000 for testnets, 1 for mainnet. */
  readonly networkId: number;
  /** The chain that the session continues. @default that of an ordinary session, which begins at height 0 */
  readonly chain?: OriginChain | undefined;
  /**
   * The value of a key hash (SHA-512/256 of the key, hex), as hex without 0x.
   * @param tip id of the block at which to read, hex without 0x. @default the block that the session continues from
   */
  value(keyHash: string, tip?: string): string | undefined;
  /** What a running network has of a contract: the hash of its source and the height of its deploy. @default the origin is no running network */
  commitment?(contract: string): string | undefined;
  /** The metadata of a contract by file name, in the VM's own form: `{address}_{name}_{key}`, with `:` in the key as `_`. */
  metadata(name: string): Uint8Array | undefined;
  /** The metadata of a contract, in the form of a node; the VM converts it. @default none: {@link metadata} has all */
  nodeMetadata?(contract: string, key: string, tip?: string): string | undefined;
  /** Keeps metadata that the VM has converted, for {@link metadata}. */
  keepMetadata?(name: string, file: Uint8Array): void;
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
 * - Nothing is written at the height of the origin, because the VM does not read such a write again (`bootMachine` opens the next block first).
 * @param genesisTime of burn block 0, in seconds since 1970
 */
export function originModules(
  origin: Origin,
  { genesisTime, burnHash }: { genesisTime: number; burnHash: BurnHashes },
): OriginModules & { check: () => void } {
  const chain = origin.chain ?? syntheticChain(genesisTime);
  const suffix = `_${chain.id}.json`;
  let failed: { error: unknown } | undefined;
  const guarded = <T>(fallback: T, answer: () => T): T => {
    // What the VM does after a failure has no effect, so it asks no more.
    if (failed !== undefined) return fallback;
    try {
      return answer();
    } catch (error) {
      failed = { error };
      return fallback;
    }
  };
  /** Files of another block are not known: the VM then asks for the metadata at that block. */
  const nameOf = (file: string): string | undefined => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    return name.endsWith(suffix) ? name.slice(0, -suffix.length) : undefined;
  };
  const metadata = (file: string): Uint8Array | undefined => {
    const name = nameOf(file);
    return name === undefined ? undefined : origin.metadata(name);
  };
  const answers: [RegExp, (...parameters: string[]) => Answer][] = [
    [/^\/v2\/clarity\/marf\/([0-9a-f]+)(?:\?tip=([0-9a-f]{64}))?/, (hash = '', tip) => valueAnswer(origin.value(hash, tip))],
    [
      /^\/v2\/clarity\/metadata\/(\w+)\/([\w-]+)\/([^?]+)(?:\?tip=([0-9a-f]{64}))?/,
      (address, name, key = '', tip) => dataAnswer(origin.nodeMetadata?.(`${address}.${name}`, decodeURIComponent(key), tip)),
    ],
    [/^\/v3\/sortitions\/burn_height\/(\d+)/, (height) => listAnswer(chain.sortition(Number(height), burnHash(Number(height))))],
    [/^\/extended\/v2\/blocks\/([0-9a-f]+)$/, (id = '') => found(chain.block(id) ?? unknownBlock(id))],
    [/^\/v2\/info$/, () => found({ network_id: origin.networkId, stacks_tip_height: chain.height })],
  ];
  return {
    fs: {
      existsSync: (file: string) => guarded(false, () => metadata(file) !== undefined),
      readFileSync: (file: string | undefined) => guarded(null, () => (file === undefined ? null : (metadata(file) ?? null))),
      mkdirSync: () => undefined,
      writeFileSync(file: string, content: Uint8Array | string) {
        const name = nameOf(file);
        if (name !== undefined) guarded(undefined, () => origin.keepMetadata?.(name, Buffer.from(content as Uint8Array)));
      },
    },
    http: {
      syncHttpRequest: (url: string) =>
        guarded(ABSENT, () => {
          const path = url.slice(ORIGIN_URL.length);
          for (const [pattern, answer] of answers) {
            const match = pattern.exec(path);
            if (match !== null) return answer(...match.slice(1));
          }
          return ABSENT;
        }),
      syncSleep: () => undefined,
    },
    check() {
      if (failed === undefined) return;
      const { error } = failed;
      failed = undefined;
      if (error instanceof OriginFailure) throw error;
      throw new Broken(`cannot read the state that the Clarity VM starts from: ${String(error)}`, { cause: error });
    },
  };
}

function found(body: unknown): Answer {
  return { status: 200, statusText: 'OK', headers: {}, body: JSON.stringify(body) };
}

function valueAnswer(value: string | undefined): Answer {
  return dataAnswer(value === undefined ? undefined : `0x${value}`);
}

function dataAnswer(data: string | undefined): Answer {
  return data === undefined ? ABSENT : found({ data });
}

function listAnswer(item: unknown): Answer {
  return item === undefined ? ABSENT : found([item]);
}

function unknownBlock(id: string): OriginBlock {
  const hash = `0x${id}`;
  return {
    height: UNKNOWN_HEIGHT,
    hash,
    index_block_hash: hash,
    block_time: 0,
    tenure_height: 0,
    burn_block_height: 0,
    burn_block_hash: `0x${'00'.repeat(32)}`,
    burn_block_time: 0,
  };
}
