import type { StacksReplay } from '../chains/stacks/replay/replay.js';
import type { Engine } from '../engines/engine.js';
import { DevnetError, invalid } from '../error.js';
import { without0x } from '../hex.js';
import { notSecret } from '../show-value.js';

/** Replays a transaction. @param txid with or without 0x @throws DevnetError INVALID_INPUT, UNSUPPORTED, and as the engine */
export async function replayTransaction({ name, replay }: Pick<Engine, 'name' | 'replay'>, txid: string): Promise<StacksReplay> {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(txid)) throw invalid('txid', '64 hex digits, with or without 0x', notSecret(txid));
  if (replay !== undefined) return replay(without0x(txid).toLowerCase());
  throw new DevnetError('UNSUPPORTED', `the ${name} engine continues no other network, whose transactions it could replay`, {
    hint: 'Use the embedded engine with fork.',
  });
}
