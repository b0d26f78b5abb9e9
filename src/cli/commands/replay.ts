import { writeOutput } from '#platform/write-output.js';
import { invalid } from '../../base/error.js';
import type { GatewayClient } from '../../network/connected.js';
import { replay as replayed } from '../../network/operations.js';
import type { Flags } from '../../project/config.js';
import { resolveConfig } from '../../project/config.js';
import type { StacksReplay } from '../../stacks/replay.js';
import { ask } from '../ask.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';
import { printTrace } from '../say/trace.js';
import { formatOf } from './profile.js';

type ReplayTools = { context: Context; output: Output; gateway(): Promise<GatewayClient> };

/**
 * `replay <txid>`: executes a transaction of another network again, prints its calls, and where it is not what that network reported. With
 * `--fork` a fork runs meanwhile; without, the running network is asked.
 * @returns 0 if all that the network reported is equal, else 1
 * @throws DevnetError INVALID_INPUT, NOT_FOUND, UNSUPPORTED, ORIGIN, TIMEOUT
 */
export async function replay(
  txid: string,
  flags: Flags,
  { out }: { out?: string | undefined },
  { context, output, gateway }: ReplayTools,
): Promise<number> {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', txid);
  const write = out === undefined ? undefined : formatOf(out);
  const found =
    flags['fork.url'] === undefined
      ? await (await ask(await gateway(), replayed.replay, { txid })).answer()
      : await onFork(txid, flags, context, output);
  if (out !== undefined && write !== undefined) await writeOutput('--out', out, write({ ...found.profile, txid: found.txid }, 'runtime'));
  if (output.json) output.object(found);
  else print(found, output);
  return found.isEqual ? 0 : 1;
}

async function onFork(txid: string, flags: Flags, context: Context, output: Output): Promise<StacksReplay> {
  const config = await resolveConfig({ flags, env: context.env, cwd: context.cwd });
  const termination = context.termination();
  try {
    const { startNetwork } = await import('../../start/start-devnet.js');
    const free = { ...config, ports: { ...config.ports, gateway: 0, stacks: 0, bitcoin: 0 } };
    await using devnet = await startNetwork(free, {
      gateway: false,
      signal: termination.signal,
      onProgress: (step) => output.note(step),
      onWarning: (message) => output.warn(message),
    });
    return await devnet.replay(txid);
  } finally {
    termination.dispose();
  }
}

function print(found: StacksReplay, output: Output): void {
  printTrace(output, found);
  const { runtime, readCount, readLength, writeCount, writeLength } = found.cost;
  output.line(`cost: runtime ${runtime}, reads ${readCount} (${readLength} bytes), writes ${writeCount} (${writeLength} bytes)`);
  for (const { part, replayed, reported } of found.differences) {
    output.line(`${output.red(part)}  replayed ${replayed}`);
    output.line(`${' '.repeat(part.length)}  reported ${reported}`);
  }
  const missing = found.notReported.length === 0 ? '' : `; the network does not report ${found.notReported.join(', ')}`;
  const verdict = found.isEqual
    ? 'equal to what the network reported'
    : `${found.differences.length} differences from what the network reported`;
  output.line(`${output.bold(verdict)}${missing}`);
}
