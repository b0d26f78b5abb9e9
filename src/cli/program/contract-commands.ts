import type { Command } from 'commander';
import type { AddCommands } from './tools.js';

type SendFlags = { as: string; fee?: string; wait: boolean };

const SIGNER = 'the account that signs: a name such as wallet_1, or a private key';

/** Adds the commands that deploy, call and read contracts and send STX. */
export const addContractCommands: AddCommands = (program, { context, devnet, gateway, output, exitWith }) => {
  const sending = (command: Command): Command =>
    command
      .option('--fee <micro-STX>', 'fee of the transaction (default: 3000, or 1 for each byte of a larger one)')
      .option('--no-wait', 'return the txid when the node has accepted the transaction');

  sending(program.command('deploy').description('deploy a contract and wait for its block'))
    .argument('<file>', 'Clarity source; - reads stdin')
    .option('--name <name>', 'name of the contract (default: the name of the file)')
    .option('--as <account>', SIGNER, 'deployer')
    .option('--clarity-version <n>', 'Clarity version, 1 to 6 (default: the newest of the epoch)')
    .action(async (file: string, flags: SendFlags & { name?: string; clarityVersion?: string }) => {
      const { deploy } = await import('../commands/deploy.js');
      exitWith(await deploy(devnet, output(), context.cwd, file, flags));
    });

  sending(program.command('call').description('call a public function and wait for its block; prints the result and the events'))
    .argument('<contract>', 'contract of the account deployer, or an id such as ST….name')
    .argument('<function>', 'public function')
    .argument('[args...]', "arguments in Clarity syntax, or names of accounts: u5, '\"text\"', 0xff, wallet_1, '(some u1)', '{a: u1}'")
    .option('--as <account>', SIGNER, 'deployer')
    .option('--post-conditions <mode>', 'allow or deny transfers of assets', 'allow')
    .addHelpText('after', '\nThe exit status is 1 if the call aborts.')
    .action(async (contract: string, fn: string, args: string[], flags: SendFlags & { postConditions: string }) => {
      const { call } = await import('../commands/call.js');
      exitWith(await call(devnet, output(), contract, fn, args, flags));
    });

  program
    .command('read')
    .description('call a read-only function and print its result')
    .argument('<contract>', 'contract of the account deployer, or an id such as ST….name')
    .argument('<function>', 'read-only function')
    .argument('[args...]', 'arguments in Clarity syntax, or names of accounts')
    .option('--as <account>', 'who is tx-sender: a name such as wallet_1, or an address (default: the address of the contract)')
    .action(async (contract: string, fn: string, args: string[], flags: { as?: string }) => {
      const { read } = await import('../commands/read.js');
      await read(devnet, output(), contract, fn, args, flags);
    });

  sending(program.command('send').description('send STX of an account and wait for the block'))
    .argument('<to>', 'recipient: a name such as wallet_2, or a testnet address or contract')
    .argument('<amount>', 'micro-STX such as 1500000, or STX such as 1.5STX')
    .option('--as <account>', SIGNER, 'deployer')
    .option('--memo <text>', 'memo of at most 34 bytes')
    .action(async (to: string, amount: string, flags: SendFlags & { memo?: string }) => {
      const { send } = await import('../commands/send.js');
      exitWith(await send(devnet, output(), to, amount, flags));
    });

  program
    .command('types')
    .description('write a declaration file, with which the compiler checks devnet.contract(…)')
    .argument('[contracts...]', 'contracts by name or id (default: all but those of the network itself)')
    .option('-o, --output <file>', 'file to write; - is stdout', 'contracts.d.ts')
    .action(async (contracts: string[], { output: file }: { output: string }) => {
      const { types } = await import('../commands/types.js');
      await types(devnet, gateway, output(), context.cwd, contracts, file);
    });
};
