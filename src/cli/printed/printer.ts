import { messageOf } from '../../base/error.js';
import { toJson } from '../../base/json.js';
import type { DevnetEvent } from '../../network/data.js';
import type { Story, StoryLine } from '../../tools/story.js';
import { createBatch } from '../batch.js';
import type { Output } from '../output.js';
import { eventObject } from './event-object.js';
import { formatLine } from './line.js';

/** Prints events as they come, in their order. */
export type Printer = {
  print(event: DevnetEvent): void;
  /** Prints a line between the events. */
  say(line: StoryLine): void;
  /** Resolves when all is printed. */
  flush(): Promise<void>;
};

/** @param clock the time now, in ms since 1970 @default the system's */
export function createPrinter(output: Output, story: Story, clock: () => number = Date.now): Printer {
  let printed = Promise.resolve();
  const batch = createBatch<{ time: number; entry: DevnetEvent | StoryLine }>((entries) => {
    printed = printed.then(() => write(entries)).catch((error: unknown) => output.warn(`events could not be shown: ${messageOf(error)}`));
  });

  async function write(entries: readonly { time: number; entry: DevnetEvent | StoryLine }[]): Promise<void> {
    const lines: string[] = [];
    for (const { time, entry } of entries) {
      if (output.json) {
        if ('type' in entry) lines.push(toJson(eventObject(entry, time)));
        continue;
      }
      const shown = 'type' in entry ? await story(entry) : [entry];
      for (const line of shown) lines.push(...formatLine(line, timeOfDay(time), output.paper()));
    }
    if (lines.length > 0) output.line(lines.join('\n'));
  }

  return {
    print: (event) => batch.add({ time: clock(), entry: event }),
    say: (line) => batch.add({ time: clock(), entry: line }),
    async flush() {
      batch.flush();
      await printed;
    },
  };
}

/** Local time, as `12:01:07`. */
function timeOfDay(time: number): string {
  return new Date(time).toTimeString().slice(0, 8);
}
