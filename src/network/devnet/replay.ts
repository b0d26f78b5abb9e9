import { DevnetError, invalid } from '../../base/error.js';
import { without0x } from '../../base/hex.js';
import { notSecret } from '../../base/show-value.js';
import type { Engine } from '../../stacks/engine.js';
import type { StacksReplay } from '../../stacks/replay.js';

/** Replays a transaction. @param txid with or without 0x @throws DevnetError INVALID_INPUT, UNSUPPORTED, and as the engine */
export async function replayTransaction({ name, replay }: Pick<Engine, 'name' | 'replay'>, txid: string): Promise<StacksReplay> {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', notSecret(txid));
  if (replay !== undefined) return replay(without0x(txid).toLowerCase());
  throw new DevnetError('UNSUPPORTED', `the ${name} engine continues no other network, whose transactions it could replay`, {
    hint: 'Use the embedded engine with fork.',
  });
}
