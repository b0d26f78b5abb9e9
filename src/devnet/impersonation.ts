import { checkPrincipal } from '../chains/stacks/principal.js';
import type { EngineName } from '../engine-name.js';
import type { Engine } from '../engines/engine.js';
import { DevnetError, invalid } from '../error.js';

/** Lets transactions of other accounts be sent without their keys. */
export type Impersonation = {
  /** @throws DevnetError INVALID_INPUT, UNSUPPORTED */
  begin(principal: string): void;
  end(principal: string): void;
  addresses(): string[];
};

/** @param isMainnet whether the network has addresses of mainnet */
export function createImpersonation({ name, impersonation }: Pick<Engine, 'name' | 'impersonation'>, isMainnet: boolean): Impersonation {
  const checked = (principal: string) => {
    if (impersonation === undefined) throw cannotImpersonate(name);
    checkAddress(principal, isMainnet);
    return { addresses: new Set(impersonation.addresses()), set: impersonation.set };
  };
  return {
    begin(principal) {
      const { addresses, set } = checked(principal);
      set([...addresses.add(principal)]);
    },
    end(principal) {
      const { addresses, set } = checked(principal);
      addresses.delete(principal);
      set([...addresses]);
    },
    addresses: () => impersonation?.addresses() ?? [],
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
