import { closeAll } from '../../base/close-all.js';
import { DevnetError } from '../../base/error.js';
import { showValue } from '../../base/show-value.js';
import type { Copies } from '../data.js';
import type { Devnet } from '../types.js';

/** @param clone starts a copy with a gateway, and with this id if it has no ports */
export function createCopies(nextId: () => string, clone: (id: string, ports: boolean | undefined) => Promise<Devnet>): Copies {
  const copies = new Map<string, Devnet>();
  let closed = false;
  return {
    async open({ ports }) {
      const id = nextId();
      const devnet = await clone(id, ports);
      if (closed) {
        await devnet.close();
        throw new DevnetError('NOT_READY', 'the network is closed');
      }
      copies.set(id, devnet);
      return { id, urls: devnet.urls };
    },
    list: () => [...copies].map(([id, { urls }]) => ({ id, urls })),
    async close(id) {
      const devnet = copies.get(id);
      if (devnet === undefined)
        throw new DevnetError('NOT_FOUND', `no copy has the id ${showValue(id)}`, { field: 'id', received: showValue(id) });
      copies.delete(id);
      await devnet.close();
    },
    closeAll() {
      closed = true;
      return closeAll([...copies.values()].map(({ close }) => close));
    },
  };
}
