import type { AnsweredRequest } from '../../project/config.js';
import { logObject } from './log-object.js';
import type { Printer } from './printer.js';

/** Prints requests to the gateway while it is switched on. */
export type RequestLog = {
  note(request: AnsweredRequest): void;
  /** Prints from now on, if it is on. */
  follow(printer: Pick<Printer, 'say'>): void;
  /** Switches it on or off. @returns whether it is on now */
  toggle(): boolean;
};

/** @param object prints requests as objects instead of lines @default lines */
export function requestLog(on: boolean, object?: (value: object) => void): RequestLog {
  let isOn = on;
  let printer: Pick<Printer, 'say'> | undefined;
  return {
    note({ method, path, status, ms }) {
      if (!isOn || printer === undefined) return;
      if (object !== undefined) return object(logObject({ type: 'request', method, path, status, ms }));
      const tone = status >= 500 ? 'bad' : 'quiet';
      printer.say({ topic: 'request', tone, text: `${status} ${method} ${path} in ${ms.toFixed(1)} ms` });
    },
    follow(next) {
      printer = next;
    },
    toggle() {
      isOn = !isOn;
      return isOn;
    },
  };
}
