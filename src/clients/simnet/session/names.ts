import { basename } from 'node:path';
import { decodeAddress, findPrincipal, serializedHex } from '../../../clarity/values.js';
import type { Devnet } from '../../../network/types.js';
import { remapBoot, sbtcRemaps } from '../../../project/plan.js';
import { renamePrincipals } from '../../../project/source.js';

/**
 * The ids of requirements: tests use those of mainnet, while real nodes have requirements under the address of an account, and each network
 * has its own sBTC. All names are the same, so that only addresses change.
 */
export type Names = {
  /** Replaces an id of mainnet, or those in a serialized value. */
  toNetwork(text: string): string;
  /** Replaces the ids of mainnet in a source. */
  sourceToNetwork(source: string): string;
  /** Replaces the ids of the network. */
  fromNetwork(text: string): string;
};

type Network = {
  /** Who deployed its sBTC. */
  sbtcDeployer: string | undefined;
  /** Whether it is a fork of mainnet, whose boot contracts are those of mainnet. */
  isMainnet: boolean;
};

export function createNames({ project }: Pick<Devnet, 'project'>, { sbtcDeployer, isMainnet }: Network): Names {
  const requirements = (project?.contracts ?? []).filter(({ requirement }) => requirement);
  const pairs = [...requirements.map(({ id, path }) => ({ from: basename(path, '.clar'), to: id })), ...sbtcRemaps(sbtcDeployer)]
    .filter(({ from, to }) => from !== to && isContract(from))
    .flatMap(({ from, to }) => [[from, to] as const, [serialize(from), serialize(to)] as const]);
  const back = pairs.map(([from, to]) => [to, from] as const);
  const toNetwork = (text: string): string => replaceAll(isMainnet ? text : remapBoot(text), pairs);
  return {
    toNetwork,
    sourceToNetwork: (source) => renamePrincipals(source, toNetwork),
    fromNetwork: (text) => replaceAll(text, back),
  };
}

function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    const at = result.indexOf(from);
    if (at < 0) return result;
    // `SP….token` is not part of `SP….token-2`.
    return from.includes('.')
      ? result.replace(new RegExp(`${from.replaceAll('.', '\\.')}(?![\\w-])`, 'g'), to)
      : result.replaceAll(from, to);
  }, text);
}

function isContract(id: string): boolean {
  const [address = '', name] = id.split('.');
  return name !== undefined && decodeAddress(address) !== undefined;
}

/** The principal as it is in serialized values: its length and its name follow the address. */
function serialize(id: string): string {
  const principal = findPrincipal(id);
  if (principal === undefined) throw new RangeError(`not a principal: ${id}`);
  return serializedHex(principal);
}
