import { parseValueHex } from '../../clarity/values.js';
import type { EngineEvent } from '../../stacks/engine.js';
import { fieldsOf } from './registry.js';
import { registryPrints } from './registry-prints.js';
import type { BridgeStore } from './store.js';

/** Records which transactions made a request or completed one. @returns whether a block has any */
export function recordPrints(
  { height, hash, receipts }: Extract<EngineEvent, { type: 'stacks.block' }>,
  registry: string,
  { origins }: Pick<BridgeStore, 'origins'>,
): boolean {
  const prints = registryPrints(receipts, registry);
  for (const { txid, rawValue } of prints) {
    const value = parseValueHex(rawValue);
    if (value === undefined) continue;
    const fields = fieldsOf(value);
    const topic = fields.value('topic');
    const name = topic.kind === 'ascii' ? topic.text : '';
    if (name === 'completed-deposit') {
      origins.set(`${name} ${fields.hex('bitcoin-txid')}:${fields.uint('output-index')}`, { txid, height, hash });
    } else if (/^withdrawal-(?:create|accept|reject)$/.test(name)) {
      origins.set(`${name} ${fields.uint('request-id')}`, { txid, height, hash });
    }
  }
  return prints.length > 0;
}
