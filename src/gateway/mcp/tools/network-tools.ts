import type { StartRequest } from '../network.js';
import { argumentsOf, defineTool, flag, text } from '../tool.js';

/** Starts and describes the network. */
export const networkTools = [
  defineTool<StartRequest & { fresh?: boolean }>({
    name: 'start',
    description: 'Use the running devnet, or start one on this machine if none runs. Returns its status.',
    kind: 'destroys',
    input: argumentsOf({
      fresh: flag('start a new network in any case; the one that this server started before ends'),
      engine: { enum: ['embedded', 'native', 'docker'], description: 'embedded, native or docker; default: embedded' },
      project: text('folder of a Clarinet project to deploy; default: the one around the working folder'),
    }),
    async run(args, network) {
      const { started, devnet } = await network.start(args);
      return { started, ...(await devnet.status()) };
    },
  }),
  defineTool<{ keys?: boolean }>({
    name: 'accounts',
    description: 'The funded accounts: names, addresses, balances in micro-STX and sats, nonces.',
    kind: 'reads',
    input: argumentsOf({ keys: flag('also private keys and mnemonics; default: false') }),
    async run({ keys = false }, network) {
      const { devnet } = await network.use();
      return (await devnet.balances()).map(({ name, stx, btc }) => {
        const account = Object.values(devnet.accounts).find((candidate) => candidate.name === name);
        return {
          name,
          stx: { address: account?.stx.address, ...stx },
          btc: { address: account?.btc.address, ...btc },
          ...(keys && { privateKey: account?.privateKey, mnemonic: account?.mnemonic }),
        };
      });
    },
  }),
];
