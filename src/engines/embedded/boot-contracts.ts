import { createHash, randomUUID } from '#platform/crypto.js';
import { readFile, rename, writeFile } from '#platform/files.js';
import { makeFolder } from '#platform/make-folder.js';
import { dirname, join } from '#platform/paths.js';
import { DevnetError, invalid } from '../../base/error.js';
import { readObject, readText } from '../../base/json.js';
import { calledContracts } from '../../clarity/uses.js';
import { createStacksClient, type StacksClient } from '../../stacks/client.js';
import type { NodeContract } from '../../stacks/node.js';
import { BOOT_ADDRESS, BOOT_CONTRACTS, smallSource } from '../../stacks/node.js';

export type BootContracts = {
  url: string;
  contracts: NodeContract[];
  /** Stores them for later starts. To be called once they have proved to be usable. @throws what the file system throws */
  keep(): Promise<void>;
};

type Cache = { dir: string; enabled: boolean };
type Options = { url: string; cache: Cache; signal?: AbortSignal | undefined; onProgress?: ((step: string) => void) | undefined };

const FORMAT = 2;
/** Peer network id of mainnet, whose boot contracts have other addresses. */
const MAINNET = 1;
/** Deadline of one request to the node, in ms. */
const REQUEST_TIMEOUT = 15_000;

/**
 * Reads the boot contracts of a Stacks node, with the contracts that they call, from the cache or by `/v2/contracts/source`.
 * @throws DevnetError NOT_REACHABLE, TIMEOUT, RPC if the node does not answer as a node, INVALID_INPUT for mainnet, ABORTED
 */
export async function readBootContracts({ url, cache, signal, onProgress }: Options): Promise<BootContracts> {
  const file = cacheFile(url, cache);
  const kept = cache.enabled ? await readKept(file) : undefined;
  if (kept !== undefined) return { url, contracts: kept, keep: async () => undefined };
  onProgress?.(`reading the boot contracts of ${url}`);
  const client = createStacksClient({ rpcUrl: url.replace(/\/+$/, ''), timeoutMs: REQUEST_TIMEOUT });
  const onAbort = () => client.close();
  signal?.addEventListener('abort', onAbort);
  try {
    const contracts = await readNode(client);
    return { url, contracts, keep: () => (cache.enabled ? store(file, contracts) : Promise.resolve()) };
  } catch (error) {
    if (signal?.aborted === true) throw new DevnetError('ABORTED', 'the start was aborted', { cause: error });
    throw explained(url, error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    client.close();
  }
}

/** The file that keeps the boot contracts of a node. */
export function cacheFile(url: string, { dir }: Cache): string {
  return join(dir, 'boot-contracts', `${createHash('sha256').update(`${FORMAT} ${url}`).digest('hex')}.json`);
}

async function readNode(client: StacksClient): Promise<NodeContract[]> {
  const { networkId } = await client.info();
  if (networkId === MAINNET) {
    const advice = 'Its boot contracts are at SP000000000000000000002Q6VF78. Name a testnet or regtest node.';
    throw invalid('bootContracts', 'a node of a testnet', `a mainnet node (network_id ${networkId})`, advice);
  }
  const found = new Map<string, NodeContract>();
  const asked = new Set<string>();
  for (const [name, published] of BOOT_CONTRACTS) {
    if (smallSource(name) === undefined) await collect(`${BOOT_ADDRESS}.${name}`, published);
  }
  if (found.size === 0) {
    throw new DevnetError('RPC', `it has no contract at ${BOOT_ADDRESS}`);
  }
  return [...found.values()];

  /** Adds a contract after those that it calls, unless the node does not have it. The boot contracts are read anyway. */
  async function collect(contract: string, published?: { epoch: string; clarityVersion: number }): Promise<void> {
    if (asked.has(contract)) return;
    asked.add(contract);
    const target = contract.replace('.', '/');
    const answer = await client.getJson(`/v2/contracts/source/${target}`, { absent: [404] });
    if (answer === undefined) return;
    const source = readText(readObject(answer, contract), 'source');
    for (const other of calledContracts(source, contract)) if (!other.startsWith(BOOT_ADDRESS)) await collect(other);
    found.set(contract, { contract, source, ...(published ?? (await version(client, target))) });
  }
}

/** Returns the epoch and the Clarity version in which the node published a contract. */
async function version(client: StacksClient, target: string): Promise<{ epoch: string; clarityVersion: number }> {
  const answer = readObject(await client.getJson(`/v2/contracts/interface/${target}`), target);
  return { epoch: readText(answer, 'epoch'), clarityVersion: Number(readText(answer, 'clarity_version').replace(/^Clarity/, '')) };
}

async function readKept(file: string): Promise<NodeContract[] | undefined> {
  try {
    const { contracts } = JSON.parse(await readFile(file, 'utf8')) as { contracts: NodeContract[] };
    return contracts;
  } catch {
    return undefined; // absent, or damaged: read again
  }
}

async function store(file: string, contracts: NodeContract[]): Promise<void> {
  makeFolder(dirname(file));
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await writeFile(unfinished, JSON.stringify({ contracts }));
  await rename(unfinished, file);
}

function explained(url: string, error: unknown): unknown {
  if (!(error instanceof DevnetError) || error.code === 'INVALID_INPUT') return error;
  const message = `bootContracts: cannot read the boot contracts of ${url}: ${error.message}`;
  return new DevnetError(error.code, message, { cause: error, field: 'bootContracts' });
}
