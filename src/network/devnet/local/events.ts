import { with0x } from '../../../base/hex.js';
import type { EngineEvent } from '../../../stacks/engine.js';
import { createEventHub, type EventHub } from '../../../stacks/engine.js';
import type { Tracking } from '../../../stacks/history.js';
import type { DevnetEvent } from '../../data.js';
import type { LocalDevnet } from '../../types.js';
import { decodeEvent } from '../events/decode.js';
import { withFilter } from '../events/filter.js';

/** An event that no engine reports. */
type OwnEvent = Exclude<DevnetEvent, EngineEvent> | Extract<EngineEvent, { type: 'stacks.rejected' }>;

/** The events of a network: those of its engine, and its own. */
export type Events = Pick<LocalDevnet, 'subscribe' | 'reportRejection'> & { emit: EventHub<OwnEvent>['emit'] };

export function createEvents({ subscribe, stacks }: Tracking): Events {
  const own = createEventHub<OwnEvent>();
  return {
    emit: own.emit,
    subscribe(listener, filter) {
      const notify = withFilter(listener, filter);
      const ends = [subscribe((event) => notify(decodeEvent(event))), own.subscribe(notify)];
      return () => {
        for (const end of ends) end();
      };
    },
    reportRejection(txid, reason) {
      if (stacks.rejected(txid, reason)) own.emit({ type: 'stacks.rejected', txid: with0x(txid), reason });
    },
  };
}
