import { signal } from '@preact/signals';
import { eventTypes } from '../../network/answers.js';
import type { DevnetEvent } from '../../network/data.js';
import { transport } from '../api/http.js';
import { noteChange, onChange } from './changes.js';
import { addEvent, forgetEvents } from './entries.js';
import { canControl, forgetNetwork, loadAccounts, loadNetwork } from './network.js';
import { forgetTokens } from './tokens.js';

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
    forgetTokens();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** The events of the control API. @returns when they end */
async function followEvents(): Promise<void> {
  // Those that the network remembers come first.
  const { body } = await transport.fetch('/devnet/v1/events?after=0');
  forgetEvents();
  noteChange();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const messages = (text + part.value).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (data === undefined) continue; // a comment that keeps the connection
      const event = JSON.parse(data) as DevnetEvent;
      if (eventTypes.includes(event.type)) addEvent(event);
      noteChange();
    }
  }
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
