import { leatherAddresses, networkNames, stacksAccounts, stacksNetworks, xverseAddresses } from './addresses.js';
import { bitcoinMethods } from './bitcoin/methods.js';
import { invalidParam, RPC_CODE, WalletError } from './error.js';
import type { Call, Methods, Outcome, Params } from './method.js';
import { NETWORK_FACTS, WALLET_NETWORKS } from './network.js';
import { listParam } from './params.js';
import { stacksMethods } from './stacks/methods.js';

/** The version that the wallet reports. Libraries leave out parameters for versions before 1.5. */
const VERSION = '2.0.0';

const done: Outcome = { result: null };

/** The methods about the wallet itself. */
const sessionMethods: Methods = {
  getInfo: {
    kind: 'read',
    run: (_, { session }) => ({
      result: { version: VERSION, platform: 'web', methods: session.methods(), supports: ['WBIP001', 'WBIP002', 'WBIP004'] },
    }),
  },
  supportedMethods: { kind: 'read', run: (_, { session }) => ({ result: { methods: session.methods().map((name) => ({ name })) } }) },
  stx_getNetworks: { kind: 'read', run: (_, { network }) => ({ result: stacksNetworks(network) }) },
  wallet_getNetwork: { kind: 'read', run: (_, { network }) => ({ result: networkNames(network) }) },
  wallet_changeNetwork: {
    kind: 'ask',
    async run({ name }, { session, network }) {
      const wanted = WALLET_NETWORKS.find((one) => NETWORK_FACTS[one].bitcoin === name);
      if (wanted === undefined) throw invalidParam('name', WALLET_NETWORKS.map((one) => NETWORK_FACTS[one].bitcoin).join(', '), name);
      if (wanted !== network) await session.switchNetwork(wanted);
      return done;
    },
  },
  wallet_getWalletType: { kind: 'read', run: () => ({ result: 'software' }) },
  wallet_requestPermissions: {
    kind: 'ask',
    run(_, { session, origin }) {
      session.connect(origin);
      return { result: true };
    },
  },
  wallet_getCurrentPermissions: {
    kind: 'read',
    run: (_, { session, origin, addresses }) => ({
      result: session.isConnected(origin)
        ? [
            { type: 'account', resourceId: addresses.stacks, clientId: origin, actions: { read: true } },
            { type: 'wallet', resourceId: 'wallet', clientId: origin, actions: { readNetwork: true } },
          ]
        : [],
    }),
  },
  wallet_renouncePermissions: { kind: 'read', run: (_, { session, origin }) => leave(session, origin) },
  wallet_disconnect: { kind: 'read', run: (_, { session, origin }) => leave(session, origin) },
  stx_updateProfile: { kind: 'ask', run: ({ profile }) => ({ result: { profile } }) },
};

function leave(session: { disconnect(origin: string): void }, origin: string): Outcome {
  session.disconnect(origin);
  return done;
}

/** The methods that give a page the addresses of the account. */
const accountMethods: Methods = {
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

/** Everything that pages can request. */
export const METHODS: Methods = { ...sessionMethods, ...accountMethods, ...stacksMethods, ...bitcoinMethods };
