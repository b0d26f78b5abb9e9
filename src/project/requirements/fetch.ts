import { DevnetError, messageOf } from '../../base/error.js';
import { readObject, readText } from '../../base/json.js';
import { createStacksClient, type StacksClient } from '../../stacks/client.js';
import { epochFromName, type Requirement, requirementPath, versionFromName } from './files.js';

/** The deadline of one request, in ms. */
const REQUEST_TIMEOUT = 15_000;
const MAINNET_API = 'https://api.hiro.so';
const TESTNET_API = 'https://api.testnet.hiro.so';

/** Fetches contracts of other networks. */
export type RequirementSource = {
  /**
   * Returns a contract; undefined if the network does not have it.
   * @throws DevnetError NOT_REACHABLE, TIMEOUT, RPC
   */
  fetch(contractId: string): Promise<Requirement | undefined>;
  /** Returns the URL that a contract is fetched from. */
  url(contractId: string): string;
  close(): void;
};

export type RequirementSourceOptions = {
  /** URL of a Stacks API or node. @default Hiro's API of the network that the address of a contract belongs to */
  api?: string | undefined;
  cacheDir: string;
};

/** Creates the source of requirements that no cache has. */
export function createRequirementSource({ api, cacheDir }: RequirementSourceOptions): RequirementSource {
  const clients = new Map<string, StacksClient>();
  const urlOf = (contractId: string): string => (api ?? (/^S[TN]/.test(contractId) ? TESTNET_API : MAINNET_API)).replace(/\/+$/, '');
  return {
    url: urlOf,
    async fetch(contractId) {
      const url = urlOf(contractId);
      const client = clients.get(url) ?? createStacksClient({ rpcUrl: url, timeoutMs: REQUEST_TIMEOUT });
      clients.set(url, client);
      const target = contractId.replace('.', '/');
      const [code, description] = await Promise.all([
        client.getJson(`/v2/contracts/source/${target}?proof=0`, { absent: [404] }),
        client.getJson(`/v2/contracts/interface/${target}`, { absent: [404] }),
      ]).catch((error: unknown) => {
        const { code: kind = 'RPC' } = error instanceof DevnetError ? error : {};
        throw new DevnetError(kind, `${contractId} cannot be fetched from ${url}: ${messageOf(error)}`, { cause: error });
      });
      if (code === undefined || description === undefined) return undefined;
      const answer = readObject(description, contractId);
      const names = [readText(answer, 'epoch'), readText(answer, 'clarity_version')] as const;
      const [epoch, clarityVersion] = [epochFromName(names[0]), versionFromName(names[1])];
      if (epoch === undefined || clarityVersion === undefined) {
        throw new DevnetError('RPC', `${contractId}: ${url} names an unknown epoch or Clarity version: ${names.join(', ')}`);
      }
      const source = readText(readObject(code, contractId), 'source');
      return { contractId, path: requirementPath(cacheDir, contractId), source, epoch, clarityVersion };
    },
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}
