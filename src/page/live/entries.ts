import { signal } from '@preact/signals';
import type { DevnetEvent } from '../../network/data.js';
import type { StoryLine } from '../../tools/story.js';
import { createStory, type StoryOptions } from '../../tools/story.js';
import { request } from '../api/http.js';
import type { BtcTx } from '../api/types.js';
import { names } from './network.js';

/** What one event says, and when it came, in ms since 1970; undefined for events from before the page was opened. */
export type Entry = { id: number; time: number | undefined; lines: StoryLine[] };

/** The newest entries, newest first. */
export const entries = signal<readonly Entry[]>([]);

/** The number of events that are kept. Under load, older ones are skipped. */
const SHOWN = 60;
const PACE_MS = 250;

let queue: { event: DevnetEvent; time: number | undefined }[] = [];
/** Until when events are those that the network remembers, by the clock of `performance`. */
let rememberedUntil = 0;
/** How long the remembered events may take, in ms. */
const REPLAY_MS = 500;
let isRunning = false;
let count = 0;

const story = createStory({
  names: {
    stacks: (principal) => names.value.stacks(principal),
    bitcoin: (address) => names.value.bitcoin(address),
    inText: (text) => names.value.inText(text),
  },
  outputs: outputsOf,
});

/** Begins anew: the network sends what it remembers. */
export function forgetEvents(): void {
  queue = [];
  entries.value = [];
  rememberedUntil = performance.now() + REPLAY_MS;
}

/** Adds an event to the story. */
export function addEvent(event: DevnetEvent): void {
  queue.push({ event, time: performance.now() < rememberedUntil ? undefined : Date.now() });
  if (queue.length > SHOWN) queue = queue.slice(-SHOWN);
  if (!isRunning) void describeQueue();
}

async function describeQueue(): Promise<void> {
  isRunning = true;
  while (queue.length > 0) {
    const batch = queue;
    queue = [];
    const described: Entry[] = [];
    for (const { event, time } of batch) described.push({ id: ++count, time, lines: await story(event) });
    entries.value = [...described.reverse(), ...entries.value].slice(0, SHOWN);
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  }
  isRunning = false;
}

async function outputsOf(txid: string): ReturnType<StoryOptions['outputs']> {
  // Under load the line is gone before the answer.
  if (queue.length > SHOWN / 2) return undefined;
  try {
    const { vout } = await request<BtcTx>(`/api/tx/${txid}`);
    return vout.map(({ scriptpubkey_address: address, value }) => ({ address, sats: BigInt(value) }));
  } catch {
    return undefined;
  }
}
