import { ownCommand } from '#platform/own-command.js';
import { invalid } from '../../base/error.js';
import { checkCosts, writeCostSnapshot } from '../commands/cost-snapshot.js';
import { costs } from '../commands/costs.js';
import { env } from '../commands/env.js';
import { faucet } from '../commands/faucet.js';
import { type MineFlags, mine, mineUntil, targetOf } from '../commands/mine.js';
import { open } from '../commands/open.js';
import { profile } from '../commands/profile.js';
import { dumpState, loadState, saveSnapshot } from '../commands/snapshot.js';
import { type WaitCommandOptions, wait } from '../commands/wait.js';
import { examplesText } from '../examples.js';
import type { AddCommands } from './tools.js';

/** Adds the commands that talk to a running devnet. */
export const addClientCommands: AddCommands = (program, { context, output, gateway, devnet, exitWith }) => {
  program
    .command('open')
    .description('open the page of the network in the browser, and print its URL')
    .action(async () => {
      await open(await gateway(), output(), context.env);
    });

  program
    .command('env')
    .description('print the URLs of the network as DEVNET_URL, DEVNET_STACKS_URL and DEVNET_BITCOIN_URL')
    .addHelpText('after', () => examplesText([[() => `export $(${ownCommand('env')})`]]))
    .action(async () => {
      await env(await gateway(), output());
    });

  program
    .command('faucet')
    .description('send 1 BTC, 500 STX or 0.01 sBTC (or the configured amount) and wait for the block')
    .argument('<coin>', 'btc, stx or sbtc')
    .argument('<address>', 'recipient: the name of an account, a regtest Bitcoin address, or a testnet Stacks address or contract')
    .option('--amount <amount>', 'amount in sats or micro-STX, or with its unit: 0.5BTC, 100STX')
    .option('--stacking', 'send as much STX as one solo stacker needs')
    .option('--no-wait', 'return when the node has accepted the payment')
    .action(async (coin: string, address: string, options: { amount?: string; stacking?: boolean; wait: boolean }) => {
      await faucet(await gateway(), output(), coin, address, options);
    });

  program
    .command('mine')
    .description('mine Bitcoin blocks and the Stacks tenures that follow, or only Stacks blocks')
    .argument('[n]', 'number of blocks; by default 1')
    .option('--stacks', 'mine Stacks blocks in the current tenure')
    .option('--until-height <n>', 'mine until this Bitcoin height')
    .option('--until-cycle <n>', 'mine until the first block of this reward cycle')
    .option('--until-phase <phase>', 'mine until the next reward or prepare phase')
    .option('--until-epoch <epoch>', 'mine until this epoch begins, such as 4.0')
    .addHelpText('after', '\nWith --until-…, no block is mined if the network has reached the target.')
    .action(async (count: string | undefined, options: MineFlags) => {
      const target = targetOf(count, options);
      if (target === undefined) await mine(await gateway(), output(), count ?? '1', options.stacks ? 'stacks' : 'bitcoin');
      else await mineUntil(await devnet(), output(), target);
    });

  program
    .command('costs')
    .description('print what the functions of contracts cost: minimum, median and maximum, and the share of a block')
    .option('--snapshot <file>', 'write what each function cost at most to a file')
    .option('--check <file>', 'fail if a function costs more than in such a file, and name the lines that grew')
    .option('--tolerance <percentage>', 'with --check: how much more a function may cost', '0%')
    .action(async ({ snapshot: target, check, tolerance }: { snapshot?: string; check?: string; tolerance: string }) => {
      if (target !== undefined && check !== undefined) throw invalid('--check', 'no --snapshot beside it', check);
      if (target !== undefined) await writeCostSnapshot(devnet, output(), context.cwd, target);
      else if (check !== undefined) exitWith(await checkCosts(devnet, output(), context.cwd, { file: check, tolerance }));
      else await costs(await gateway(), output());
    });

  program
    .command('wait')
    .description('wait until a transaction of either chain is in a block; it may not exist yet')
    .argument('<txid>', '64 hex digits, with or without 0x')
    .option('--timeout <seconds>', 'maximum time to wait', '30')
    .option('--chain <chain>', 'wait on this chain only: bitcoin or stacks')
    .option('--confirmations <n>', 'with --chain: wait for n Bitcoin blocks that confirm it, or that follow its tenure')
    .addHelpText('after', '\nAn aborted transaction is in a block, too; the output says so. The exit status after a timeout is 5.')
    .action(async (txid: string, options: WaitCommandOptions) => {
      await wait(await gateway(), output(), txid, options);
    });

  program
    .command('debug')
    .description('step through a mined Stacks transaction, forwards and backwards, on a network with --dap')
    .argument('<txid>', '64 hex digits, with or without 0x')
    .option('--stdio', 'speak the Debug Adapter Protocol on standard input and output, for editors')
    .action(async (txid: string, { stdio = false }: { stdio?: boolean }) => {
      const { debug, debugOnStdio } = await import('../commands/debug.js');
      await (stdio
        ? debugOnStdio(await gateway(), txid, process.stdin, process.stdout)
        : debug(await gateway(), output(), txid, process.stdin));
    });

  program
    .command('profile')
    .description('print what each function and line of a mined Stacks transaction cost, or draw it')
    .argument('<txid>', '64 hex digits, with or without 0x')
    .option('-o, --out <file>', 'write it to a file: .svg is a flame graph, .speedscope.json for speedscope, .folded are folded stacks')
    .option('--dimension <cost>', 'what to sort and draw: runtime, readCount, readLength, writeCount or writeLength', 'runtime')
    .action(async (txid: string, options: { out?: string; dimension: string }) => {
      await profile(await gateway(), output(), txid, options);
    });

  const snapshot = program.command('snapshot').description('save the state of the whole network, and restore it');
  snapshot
    .command('save')
    .description('save the current state')
    .argument('[name]', 'name to restore it by')
    .option('--out <file>', 'write the state to a file instead, for "snapshot load" or --load-state; it has private keys')
    .action(async (name: string | undefined, { out }: { out?: string }) => {
      if (out === undefined) return saveSnapshot(await gateway(), output(), name);
      if (name !== undefined) throw invalid('name', 'no name beside --out', name, 'A file is loaded by its path.');
      await dumpState(await gateway(), output(), out);
    });
  snapshot
    .command('load')
    .description('go to the state of a file, of a network with the same settings')
    .argument('<file>', 'file from "snapshot save --out", --state or --dump-state')
    .action(async (file: string) => {
      await loadState(await gateway(), output(), file);
    });
};
