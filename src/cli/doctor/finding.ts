import { DevnetError, messageOf } from '../../error.js';

/** The result of one check of this machine. */
export type Finding = {
  item: string;
  ok: boolean;
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
  const freeMiB = Math.floor(process.availableMemory() / 2 ** 20);
  const ok = freeMiB >= neededMiB;
  return { item: 'memory', ok, text: `${freeMiB} MiB free, ${neededMiB} MiB needed`, ...(ok ? {} : { hint: 'stop other programs' }) };
}
