import { accounts } from '../commands/accounts.js';
import { faucet } from '../commands/faucet.js';
import { mine } from '../commands/mine.js';
import { listSnapshots, removeSnapshot, restoreSnapshot, saveSnapshot } from '../commands/snapshot.js';
import { status } from '../commands/status.js';
import { type WaitCommandOptions, wait } from '../commands/wait.js';
import type { AddCommands } from './tools.js';

/** What asks a running devnet. */
export const addClientCommands: AddCommands = (program, { output, client }) => {
  program
    .command('status')
    .description('what runs, and how far the chains are')
    .action(async () => {
      await status(await client(), output());
    });

  program
    .command('accounts')
    .description('the funded accounts; --json tells their keys')
    .action(async () => {
      await accounts(await client(), output());
    });

  program
    .command('faucet')
    .description('send 1 BTC or 500 STX (or as configured) and wait for the block')
    .argument('<chain>', 'btc or stx')
    .argument('<address>', 'who gets it: a regtest Bitcoin address, or a testnet Stacks address or contract')
    .option('--stacking', 'STX: what one solo stacker needs')
    .option('--no-wait', 'do not wait for the block')
    .action(async (chain: string, address: string, options: { stacking?: boolean; wait: boolean }) => {
      await faucet(await client(), output(), chain, address, options);
    });

  program
    .command('mine')
    .description('mine Bitcoin blocks and the Stacks tenures that follow, or Stacks blocks')
    .argument('[n]', 'how many', '1')
    .option('--stacks', 'Stacks blocks in the current tenure')
    .action(async (count: string, options: { stacks?: boolean }) => {
      await mine(await client(), output(), count, options.stacks ? 'stacks' : 'bitcoin');
    });

  program
    .command('wait')
    .description('wait until a transaction of either chain is in a block, also for one that is still to come')
    .argument('<txid>', '64 hex digits, with or without 0x')
    .option('--timeout <seconds>', 'how long to wait', '30')
    .option('--chain <chain>', 'bitcoin or stacks: wait on this chain alone')
    .option('--confirmations <n>', 'with --chain: until so many Bitcoin blocks confirm it, or are on top of its tenure')
    .addHelpText('after', '\nAn aborted transaction is in a block, too: the output says so. Status 5 when the time is over.')
    .action(async (txid: string, options: WaitCommandOptions) => {
      await wait(await client(), output(), txid, options);
    });

  const snapshot = program.command('snapshot').description("keep the whole network's state and go back to it");
  snapshot
    .command('save')
    .description('keep the state as it is now')
    .argument('[name]', 'what to call it')
    .action(async (name: string | undefined) => {
      await saveSnapshot(await client(), output(), name);
    });
  snapshot
    .command('restore')
    .description('go back to a snapshot, as often as wanted')
    .argument('<snapshot>', 'its id, or its name')
    .action(async (name: string) => {
      await restoreSnapshot(await client(), output(), name);
    });
  snapshot
    .command('list')
    .description('all snapshots, oldest first')
    .action(async () => {
      await listSnapshots(await client(), output());
    });
  snapshot
    .command('rm')
    .description('forget a snapshot')
    .argument('<snapshot>', 'its id, or its name')
    .action(async (name: string) => {
      await removeSnapshot(await client(), output(), name);
    });
};
