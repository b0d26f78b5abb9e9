import { relative } from 'node:path';
import { DevnetError, messageOf, throwIfAborted } from '../../base/error.js';
import { type Place, problem } from '../clarinet/problem.js';
import type { References } from '../source/references.js';
import { createRequirementSource } from './fetch.js';
import { type Requirement, type RequirementFolder, readRequirement, requirementPath, storeRequirement } from './files.js';
import { STANDARD_TRAITS } from './standard-traits.js';

/** A contract that something of the project needs. */
export type Wanted = { contractId: string; place: Place };

export type CollectOptions = RequirementFolder & {
  /** Returns what the project needs. It may need more with each requirement that is found: a function of one may take a trait. */
  wanted(): readonly Wanted[];
  /** Those of the project; the requirements that are found are added. */
  references: References;
  /** Whether the network has a contract anyway. */
  isKnown(contractId: string): boolean;
  api?: string | undefined;
  /** Whether to fetch what the cache lacks. */
  fetch: boolean;
  onProgress?: ((step: string) => void) | undefined;
  onWarning?: ((message: string) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Returns all requirements of a project, also those that only requirements need, from its cache or, for standard traits, from this package.
 * Fetches the others and stores them in the cache.
 * @throws DevnetError INVALID_INPUT for a damaged cache, a contract that does not exist, or one that must not be fetched; NOT_REACHABLE,
 * TIMEOUT, RPC, ABORTED
 */
export async function collectRequirements(options: CollectOptions): Promise<Requirement[]> {
  const { wanted, references, isKnown, signal } = options;
  const source = createRequirementSource(options);
  const onAbort = () => source.close();
  signal?.addEventListener('abort', onAbort);
  const found = new Map<string, Requirement>();
  const get = async ({ contractId, place }: Wanted): Promise<Requirement> =>
    (await readRequirement(options, contractId)) ?? shippedTrait(options, contractId) ?? (await fetchRequirement({ contractId, place }));
  const fetchRequirement = async ({ contractId, place }: Wanted): Promise<Requirement> => {
    if (!options.fetch) throw notCached(options, { contractId, place });
    options.onProgress?.(`fetching the requirement ${contractId}`);
    const fetched = await source.fetch(contractId).catch((error: unknown) => {
      throwIfAborted(signal);
      throw error instanceof DevnetError ? cannotFetch(error) : error;
    });
    throwIfAborted(signal);
    if (fetched === undefined) {
      const hint = 'Correct the name, or set requirements.api to a node of the network that has it.';
      throw problem(place, contractId, `a contract that ${source.url(contractId)} knows`, undefined, hint);
    }
    await storeRequirement(options.cacheDir, fetched).catch((error: unknown) =>
      options.onWarning?.(`Cannot store the requirement ${contractId}, so every start fetches it again: ${messageOf(error)}`),
    );
    return fetched;
  };
  try {
    for (;;) {
      throwIfAborted(signal);
      const all = [...wanted(), ...[...found.values()].flatMap(neededBy)];
      const missing = all.filter(({ contractId }) => !isKnown(contractId) && !found.has(contractId));
      if (missing.length === 0) return [...found.values()];
      // Of those that want the same contract, the message names the first.
      const wave = new Map(missing.toReversed().map((one) => [one.contractId, one]));
      for (const requirement of await Promise.all([...wave.values()].map(get))) {
        found.set(requirement.contractId, requirement);
        references.add(requirement.contractId, requirement.source);
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    source.close();
  }

  function neededBy({ contractId: own, path }: Requirement): Wanted[] {
    return references
      .of(own)
      .filter(({ isNeeded }) => isNeeded)
      .map(({ contract }) => ({ contractId: contract, place: { file: relative(options.root, path) } }));
  }
}

/** Returns a trait that this package has. The project's cache comes first, because it has what mainnet has. */
function shippedTrait({ cacheDir }: CollectOptions, contractId: string): Requirement | undefined {
  const trait = STANDARD_TRAITS.get(contractId);
  return trait && { contractId, path: requirementPath(cacheDir, contractId), ...trait };
}

function notCached({ root, cacheDir }: CollectOptions, { contractId, place }: Wanted): DevnetError {
  const expected = `the file ${relative(root, requirementPath(cacheDir, contractId))} and its .json, because requirements.fetch is false`;
  return problem(
    place,
    contractId,
    expected,
    undefined,
    `Run "clarinet check" where there is a network and commit the cache, allow to fetch, or continue mainnet, which has it, with ${FORK}.`,
  );
}

/** What starts a network with all contracts of mainnet. */
const FORK = '--fork https://api.hiro.so';

function cannotFetch(error: DevnetError): DevnetError {
  const hint =
    'Connect to the internet, set requirements.api (--requirements-api) to another API, commit the cache of the project, ' +
    `or continue mainnet, which has it, with ${FORK}.`;
  return new DevnetError(error.code, `${error.message}. ${hint}`, { ...error, hint, cause: error });
}
