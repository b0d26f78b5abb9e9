import { DevnetError } from '../../error.js';
import type { EngineOptions, PoxLengths } from '../engine.js';
import { explainRefusal, type Nodes } from './nodes.js';

/**
 * Asks both nodes who they are before anything is followed.
 * @returns the facts that hold as long as the network exists, and the epoch now
 * @throws DevnetError NOT_REACHABLE, RPC, TIMEOUT naming the setting, INVALID_INPUT for a refused password, ABORTED
 */
export async function checkNodes(
  nodes: Nodes,
  { onWarning, signal }: Pick<EngineOptions, 'onWarning' | 'signal'>,
): Promise<{ pox: PoxLengths; epoch: string }> {
  const { bitcoin, stacks } = nodes;
  const [, { lengths, epoch }] = await Promise.all([
    bitcoin.tip().catch(explainRefusal).catch(naming('external.bitcoinRpc', 'bitcoind')),
    nodes.pox().catch(naming('external.stacksRpc', 'stacks-node')),
  ]);
  if (signal?.aborted) throw new DevnetError('ABORTED', 'the start was aborted', { cause: signal.reason });
  const { burnHeight, burnHash } = await stacks.sortition().catch(naming('external.stacksRpc', 'stacks-node'));
  const same = await bitcoin.blockHash(burnHeight).catch(() => undefined);
  if (same !== burnHash) {
    onWarning?.(
      `external: the Stacks node follows another Bitcoin chain than the Bitcoin node is on, or one of them lags: at height ${burnHeight} they differ`,
    );
  }
  return { pox: lengths, epoch };
}

function naming(setting: string, program: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DevnetError) || error.code === 'INVALID_INPUT') throw error;
    const { code, message, rpcCode, reason } = error;
    throw new DevnetError(code, `${setting}: ${message}`, {
      field: setting,
      rpcCode,
      reason,
      expected: `the URL of a ${program} that runs`,
      hint: `Start the ${program} first, or correct ${setting}.`,
      cause: error,
    });
  };
}
