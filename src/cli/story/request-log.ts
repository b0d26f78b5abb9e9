import type { AnsweredRequest } from '../../config/start-options.js';
import type { Printer } from './printer.js';

/** Prints requests to the gateway while it is switched on. */
export type RequestLog = {
  note(request: AnsweredRequest): void;
  /** Prints from now on, if it is on. */
  follow(printer: Pick<Printer, 'say'>): void;
  /** Switches it on or off. @returns whether it is on now */
  toggle(): boolean;
};

export function requestLog(on: boolean): RequestLog {
  let isOn = on;
  let printer: Pick<Printer, 'say'> | undefined;
  return {
    note({ method, path, status, ms }) {
      if (!isOn) return;
      const tone = status >= 500 ? 'bad' : 'quiet';
      printer?.say({ topic: 'request', tone, text: `${status} ${method} ${path} in ${ms.toFixed(1)} ms` });
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
