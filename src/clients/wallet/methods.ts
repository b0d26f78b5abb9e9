import { networkNames, stacksNetworks } from './addresses.js';
import { invalidParam } from './error.js';
import type { Methods, Outcome } from './method.js';
import { NETWORK_FACTS, WALLET_NETWORKS } from './network.js';

/** The version that the wallet reports. Libraries leave out parameters for versions before 1.5. */
const VERSION = '2.0.0';

const done: Outcome = { result: null };

/** The methods about the wallet itself. */
export const sessionMethods: Methods = {
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
