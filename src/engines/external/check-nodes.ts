import { DevnetError } from '../../base/error.js';
import type { EngineOptions, PoxLengths } from '../../stacks/engine.js';
import { explainRefusal, type Nodes } from './nodes.js';

/**
 * Checks that both nodes answer and follow the same Bitcoin chain.
 * @returns the lengths of reward cycles, and the epoch now
 * @throws DevnetError NOT_REACHABLE, RPC, TIMEOUT with the setting as `field`, INVALID_INPUT for a rejected password, ABORTED
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
      `external: the nodes differ at Bitcoin height ${burnHeight}: the Stacks node follows another Bitcoin chain, or one of them lags`,
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
