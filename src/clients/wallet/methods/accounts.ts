import { leatherAddresses, networkNames, stacksAccounts, xverseAddresses } from '../addresses.js';
import { RPC_CODE, WalletError } from '../error.js';
import type { Call, Methods, Outcome, Params } from '../method.js';
import { listParam } from '../params.js';

/** The methods that give a page the addresses of the account. */
export const accountMethods: Methods = {
  getAddresses: { kind: 'ask', run: (params, call) => connected(call, allAddresses(params, call)) },
  stx_getAddresses: { kind: 'ask', run: (_, call) => connected(call, stacksAddresses(call)) },
  stx_getAccounts: {
    kind: 'ask',
    run(_, call) {
      const accounts = stacksAccounts(call.addresses);
      // Xverse calls the list `addresses`, SIP-030 `accounts`.
      return connected(
        call,
        call.wallet === 'leather' ? { accounts } : { accounts, addresses: accounts, network: networkNames(call.network) },
      );
    },
  },
  getAccounts: { kind: 'ask', run: (params, call) => connected(call, xverseAddresses(call.addresses, purposesOf(params, 'purposes'))) },
  wallet_connect: { kind: 'ask', run: (params, call) => connected(call, accountOf(call, purposesOf(params, 'addresses'))) },
  wallet_getAccount: {
    kind: 'read',
    run(_, call) {
      if (!call.session.isConnected(call.origin)) throw new WalletError(RPC_CODE.accessDenied, 'Access denied: the page is not connected');
      return { result: accountOf(call) };
    },
  },
};

/** Pages may see the account from now on. */
function connected({ session, origin }: Call, result: unknown): Outcome {
  session.connect(origin);
  return { result };
}

function allAddresses(params: Params, { wallet, addresses, network }: Call) {
  if (wallet === 'leather') return { addresses: leatherAddresses(addresses) };
  return { addresses: xverseAddresses(addresses, purposesOf(params, 'purposes')), network: networkNames(network) };
}

function stacksAddresses({ wallet, addresses, network }: Call) {
  if (wallet === 'leather') return { addresses: leatherAddresses(addresses).filter(({ symbol }) => symbol === 'STX') };
  return { addresses: xverseAddresses(addresses, ['stacks']), network: networkNames(network) };
}

function accountOf({ addresses, network }: Call, purposes?: readonly unknown[]) {
  return { id: addresses.stacks, addresses: xverseAddresses(addresses, purposes), walletType: 'software', network: networkNames(network) };
}

/** Absent and empty lists stand for all addresses. */
function purposesOf(params: Params, name: string): readonly unknown[] | undefined {
  const purposes = listParam(params, name);
  return purposes.length === 0 ? undefined : purposes;
}
