import type { StateCommand } from '../commands/state.js';
import type { AddCommands } from './tools.js';

const WHO = 'name of an account, or a principal of any network';
const CONTRACT = 'contract of the account deployer, or an id such as ST….name';
const ASSET = 'contract and token: vault::coin, or ST….vault::coin';
const VALUE = 'in Clarity syntax';

/** Adds the commands that set what no transaction could. */
export const addStateCommands: AddCommands = (program, { devnet, output, exitWith }) => {
  const set = async (command: StateCommand): Promise<void> => {
    const { setState } = await import('../commands/state.js');
    exitWith(await setState(devnet, output(), command));
  };
  const state = program.command('state').description('set balances, tokens, variables, map entries, nonces and times (embedded engine)');
  state
    .command('stx')
    .description('set what an account or contract can spend')
    .argument('<who>', WHO)
    .argument('<amount>', 'micro-STX such as 1500000, or STX such as 1.5STX')
    .action((principal: string, amount: string) => set({ what: 'stx', principal, amount }));
  state
    .command('ft')
    .description('set a balance of a fungible token')
    .argument('<asset>', ASSET)
    .argument('<who>', WHO)
    .argument('<amount>', 'base units of the token')
    .action((asset: string, principal: string, amount: string) => set({ what: 'ft', asset, principal, amount }));
  state
    .command('nft')
    .description('set who owns a non-fungible token; without an owner it is gone')
    .argument('<asset>', ASSET)
    .argument('<id>', VALUE)
    .argument('[owner]', WHO)
    .action((asset: string, id: string, owner: string | undefined) => set({ what: 'nft', asset, id, owner }));
  state
    .command('var')
    .description('set a data variable')
    .argument('<contract>', CONTRACT)
    .argument('<name>', 'data variable')
    .argument('<value>', VALUE)
    .action((contract: string, name: string, value: string) => set({ what: 'var', contract, name, value }));
  state
    .command('map')
    .description('set an entry of a map; without a value it is deleted')
    .argument('<contract>', CONTRACT)
    .argument('<map>', 'map')
    .argument('<key>', VALUE)
    .argument('[value]', VALUE)
    .action((contract: string, map: string, key: string, value: string | undefined) => set({ what: 'map', contract, map, key, value }));
  state
    .command('nonce')
    .description("set the nonce of an account's next transaction")
    .argument('<who>', 'name of an account, or an address')
    .argument('<nonce>', 'at least that of today')
    .action((principal: string, nonce: string) => set({ what: 'nonce', principal, nonce }));
  state
    .command('time')
    .description('set when the next Bitcoin block is; it mines none')
    .argument('<time>', 'seconds since 1970, or a date such as 2030-01-01')
    .action(async (time: string) => {
      const { setTime } = await import('../commands/state.js');
      await setTime(devnet, output(), time);
    });
};
