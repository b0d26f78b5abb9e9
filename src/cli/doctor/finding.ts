import { availableMemory } from '#platform/available-memory.js';
import { DevnetError, messageOf } from '../../base/error.js';

/** The result of one check of this machine. */
export type Finding = {
  item: string;
  ok: boolean;
  /** Whether it works, but not as well as it could. @default false */
  isPoor?: boolean | undefined;
  /** What was found, or what is missing. */
  text: string;
  /** The command that fixes it. */
  hint?: string | undefined;
};

/** Creates the finding of a check that failed, in the words of its error. */
export function failedCheck(item: string, error: unknown): Finding {
  const text = messageOf(error);
  return { item, ok: false, text, hint: error instanceof DevnetError ? error.hint : undefined };
}

/** Checks whether this process may use that much memory, within the limits of its container. */
export function findMemory(neededMiB: number): Finding {
  const usableMiB = Math.floor(availableMemory() / 2 ** 20);
  const ok = usableMiB >= neededMiB;
  return { item: 'memory', ok, text: `${usableMiB} MiB usable, ${neededMiB} MiB needed`, ...(ok ? {} : { hint: 'stop other programs' }) };
}

/** Returns the command that sets a variable in the shell of this system. */
export function setVariable(name: string, value: string): string {
  return process.platform === 'win32' ? `set ${name}=${value}` : `export ${name}=${value}`;
}
