import { DevnetError, invalid } from '../../base/error.js';
import { encodeAddress } from '../../bitcoin/address.js';
import { fromHex, toHex } from '../../bitcoin/codec.js';
import { decodeForkAddress } from '../../bitcoin/fork-source.js';
import type { Engine, EngineName } from '../../stacks/engine.js';
import { checkPrincipal } from '../../stacks/principal.js';

/** Lets transactions of other accounts be sent without their keys: of Stacks, and on a fork of Bitcoin also of Bitcoin. */
export type Impersonation = {
  /** @throws DevnetError INVALID_INPUT, UNSUPPORTED */
  begin(address: string): void;
  end(address: string): void;
  addresses(): string[];
};

type Parts = Pick<Engine, 'name' | 'impersonation' | 'impersonatedScripts' | 'bitcoinOrigin'>;

/** @param isMainnet whether the network has addresses of mainnet */
export function createImpersonation({ name, impersonation, impersonatedScripts, bitcoinOrigin }: Parts, isMainnet: boolean): Impersonation {
  const setStacks = (principal: string, change: (addresses: Set<string>) => unknown) => {
    if (impersonation === undefined) throw cannotImpersonate(name);
    checkAddress(principal, isMainnet);
    const addresses = new Set(impersonation.addresses());
    change(addresses);
    impersonation.set([...addresses]);
  };
  const scripts = (): Set<string> => {
    if (impersonatedScripts !== undefined) return impersonatedScripts;
    if (impersonation === undefined) throw cannotImpersonate(name);
    const hint = 'Fork a Bitcoin network with --fork-bitcoin <url>, or use the private key.';
    throw new DevnetError('UNSUPPORTED', `only a fork of Bitcoin spends coins of Bitcoin addresses without their keys. ${hint}`, { hint });
  };
  const scriptOf = (address: unknown): string | undefined => {
    if (typeof address !== 'string' || address.startsWith('S')) return undefined;
    const decoded = decodeForkAddress(address, bitcoinOrigin?.point.network);
    return 'scriptPubKey' in decoded ? toHex(decoded.scriptPubKey) : undefined;
  };
  return {
    begin(address) {
      const script = scriptOf(address);
      if (script !== undefined) scripts().add(script);
      else setStacks(address, (addresses) => addresses.add(address));
    },
    end(address) {
      const script = scriptOf(address);
      if (script !== undefined) scripts().delete(script);
      else setStacks(address, (addresses) => addresses.delete(address));
    },
    addresses: () => [
      ...(impersonation?.addresses() ?? []),
      ...[...(impersonatedScripts ?? [])].map((script) => encodeAddress(fromHex(script)) ?? script),
    ],
  };
}

function checkAddress(principal: string, isMainnet: boolean): void {
  if (typeof principal !== 'string') throw invalid('principal', 'a Stacks address', principal);
  if (principal.includes('.')) {
    const advice = 'A contract sends no transactions. Call one of its functions, or impersonate an account.';
    throw invalid('principal', 'the address of an account', principal, advice);
  }
  checkPrincipal(principal, 'principal', { isMainnet });
}

/** @param field the setting that asks for it */
export function cannotImpersonate(engine: EngineName, field?: string): DevnetError {
  const message = `${field === undefined ? '' : `${field}: `}the nodes of the ${engine} engine check every signature`;
  return new DevnetError('UNSUPPORTED', message, { field, hint: 'Use the embedded engine, or the private key of the account.' });
}
