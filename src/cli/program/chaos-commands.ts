import { beginFault, clearFaults, listFaults, readNumber, readStatuses, reorganise, stopFault } from '../commands/chaos.js';
import type { AddCommands } from './tools.js';

type FilterOptions = { txid?: string; sender?: string; count?: string };
type RpcFaultsOptions = {
  latency?: string;
  jitter?: string;
  errorRate?: string;
  statuses?: string;
  lost?: string;
  path?: string;
  seed?: string;
  for?: string;
};

/** Adds the commands that make a running devnet misbehave. */
export const addChaosCommands: AddCommands = (program, { output, client }) => {
  const chaos = program.command('chaos').description('make the network misbehave on purpose, and end that');
  const begin = async (kind: string, settings: Record<string, unknown>): Promise<void> =>
    beginFault(await client(), output(), kind, settings);
  const filter = ({ txid, sender, count }: FilterOptions) => ({ txid, sender, count: readNumber(count, '--count') });

  chaos
    .command('reorg')
    .description('abandon the last Bitcoin blocks for a longer branch')
    .argument('<blocks>', 'number of blocks, 1 to 100')
    .option('--without <txid...>', 'Bitcoin transactions that the new branch does not contain, or all')
    .action(async (blocks: string, { without }: { without?: string[] }) => {
      await reorganise(await client(), output(), blocks, without);
    });
  chaos
    .command('drop')
    .description('accept the next Stacks transactions of clients, and lose them')
    .option('--txid <txid>', 'only this transaction')
    .option('--sender <address>', 'only transactions of this account')
    .option('--count <n>', 'number of transactions; 1 by default')
    .action(async (options: FilterOptions) => {
      await begin('drop', filter(options));
    });
  chaos
    .command('delay')
    .description('accept the next Stacks transactions of clients, and send them to the node some Bitcoin blocks later')
    .argument('<blocks>', 'number of Bitcoin blocks')
    .option('--txid <txid>', 'only this transaction')
    .option('--sender <address>', 'only transactions of this account')
    .option('--count <n>', 'number of transactions; 1 by default')
    .action(async (blocks: string, options: FilterOptions) => {
      await begin('delay', { ...filter(options), blocks: readNumber(blocks, 'blocks') });
    });
  chaos
    .command('empty-tenures')
    .description('leave pending transactions out of Stacks blocks, in this tenure and the next n')
    .argument('<n>', 'number of tenures')
    .action(async (tenures: string) => {
      await begin('empty-tenures', { tenures: readNumber(tenures, 'n') });
    });
  chaos
    .command('no-commits')
    .description('let the next n Bitcoin blocks begin no tenure')
    .argument('<n>', 'number of Bitcoin blocks')
    .action(async (blocks: string) => {
      await begin('no-commits', { blocks: readNumber(blocks, 'n') });
    });
  chaos
    .command('silent-signer')
    .description('suspend a signer')
    .argument('[signer]', 'which one, counted from 1', '1')
    .option('--for <ms>', 'end it after this time')
    .action(async (signer: string, options: { for?: string }) => {
      await begin('silent-signer', { signer: readNumber(signer, 'signer'), forMs: readNumber(options.for, '--for') });
    });
  chaos
    .command('stopped-node')
    .description('stop a node, until the fault ends')
    .argument('<node>', 'bitcoin or stacks')
    .option('--for <ms>', 'end it after this time')
    .action(async (node: string, options: { for?: string }) => {
      await begin('stopped-node', { node, forMs: readNumber(options.for, '--for') });
    });
  chaos
    .command('rpc-faults')
    .description('delay requests of clients to the Stacks node and the Stacks API, and let some fail')
    .option('--latency <ms>', 'how much later each request is handled')
    .option('--jitter <ms>', 'largest random addition to --latency')
    .option('--error-rate <rate>', 'share of requests that fail, 0 to 1')
    .option('--statuses <list>', 'what they get, for example 503,429,disconnect; 503 by default')
    .option('--lost <part>', 'what a failure loses: request or answer')
    .option('--path <path>', 'only paths that begin so, for example /v2/transactions')
    .option('--seed <n>', 'another sequence of faults; 1 by default')
    .option('--for <ms>', 'end it after this time')
    .action(async ({ latency, jitter, errorRate, statuses, lost, path, seed, for: forMs }: RpcFaultsOptions) => {
      await begin('rpc-faults', {
        latencyMs: readNumber(latency, '--latency'),
        jitterMs: readNumber(jitter, '--jitter'),
        errorRate: readNumber(errorRate, '--error-rate'),
        statuses: readStatuses(statuses),
        ...{ lost, path },
        seed: readNumber(seed, '--seed'),
        forMs: readNumber(forMs, '--for'),
      });
    });
  chaos
    .command('list')
    .description('list the faults that last, oldest first')
    .action(async () => {
      await listFaults(await client(), output());
    });
  chaos
    .command('stop')
    .description('end a fault')
    .argument('<id>', 'id of the fault')
    .action(async (id: string) => {
      await stopFault(await client(), output(), id);
    });
  chaos
    .command('clear')
    .description('end all faults')
    .action(async () => {
      await clearFaults(await client(), output());
    });
};
