import { signal } from '@preact/signals';
import { eventTypes } from '../../network/answers.js';
import type { DevnetEvent } from '../../network/data.js';
import { noteChange, onChange } from './changes.js';
import { addEvent, forgetEvents } from './entries.js';
import { canControl, forgetNetwork, loadAccounts, loadNetwork } from './network.js';

/** `lost`: the network does not answer. The page retries each second. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

const RETRY_MS = 1_000;

/** Follows the network for as long as the page is open. */
export async function follow(): Promise<never> {
  onChange(() => void loadNetwork().catch(() => undefined));
  for (;;) {
    try {
      await loadNetwork();
      await loadAccounts();
      connection.value = 'live';
      noteChange();
      await (canControl.value ? followEvents() : followBlocks());
    } catch {
      // The network stopped, or another one starts.
    }
    connection.value = 'lost';
    forgetNetwork();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** The events of the control API. @returns when they end */
function followEvents(): Promise<void> {
  return new Promise((resolve) => {
    // Those that the network remembers come first.
    const source = new EventSource('/devnet/v1/events?after=0');
    forgetEvents();
    source.onopen = noteChange;
    source.onerror = () => {
      source.close();
      resolve();
    };
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data }) => {
        addEvent(JSON.parse(data) as DevnetEvent);
        noteChange();
      });
    }
    source.addEventListener('gap', noteChange);
  });
}

/** The websocket of the Stacks API, which says less but answers anybody. @returns when it ends */
function followBlocks(): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/extended/v1/ws`);
    socket.onopen = () => {
      for (const [id, event] of ['block', 'mempool'].entries()) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'subscribe', params: { event } }));
      }
    };
    socket.onmessage = noteChange;
    socket.onclose = () => resolve();
  });
}
