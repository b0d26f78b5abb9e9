import type { ObservedEvent } from '../observer.js';
import { form } from './form.js';

/** Returns the form of one event of each kind. @param last Bitcoin height of the last block */
export function observedForms(events: readonly ObservedEvent[], last: number): Record<string, unknown> {
  const bodies = (path: string) => events.filter((event) => event.path === path).map(({ body }) => body);
  // the contracts of the genesis are not the conversation's
  const blocks = bodies('/new_block').filter((block) => block['block_height'] !== 0);
  const having = (fits: (block: Record<string, unknown>) => boolean) => form(blocks.find(fits));
  const source = (block: Record<string, unknown>) => (block['transactions'] as { contract_interface: unknown; raw_tx: string }[]) ?? [];
  const [chosen] = blocks.filter((block) => block['cycle_number'] === 8);
  return {
    'event: paths': [...new Set(events.map(({ path }) => path))].sort(),
    'event: block of a tenure': having((block) => block['burn_block_height'] === 163),
    'event: deploy': form(
      source(blocks.find((block) => source(block).some((tx) => tx.contract_interface !== null)) ?? {}).find(
        (tx) => tx.contract_interface !== null,
      ),
    ),
    'event: stacking': form(
      (blocks.flatMap((block) => block['events']) as { type: string }[]).filter(({ type }) => type === 'stx_lock_event')[0],
    ),
    'event: signers chosen': form({ cycle: chosen?.['cycle_number'], set: chosen?.['reward_set'], at: chosen?.['burn_block_height'] }),
    'event: rewards matured': form(blocks.find((block) => block['burn_block_height'] === last)?.['matured_miner_rewards']),
    'event: fees matured': form(
      (blocks.flatMap((block) => block['matured_miner_rewards']) as Record<string, string>[]).filter(
        (reward) => reward['tx_fees_streamed_produced'] === '6600',
      ),
    ),
    'event: burn block in the prepare phase': form(bodies('/new_burn_block').find((block) => block['burn_block_height'] === 158)),
    'first burn block of a cycle': form(bodies('/new_burn_block').find((block) => block['burn_block_height'] === 161)),
    'event: new transaction': form(bodies('/new_mempool_tx')[0]),
    'event: replaced transaction': form(bodies('/drop_mempool_tx')[0]),
  };
}
