import { DevnetError, messageOf } from '../../error.js';

/** One thing that an engine needs of this machine. */
export type Finding = {
  item: string;
  ok: boolean;
  /** What is there, or what lacks. */
  text: string;
  /** The command that would help. */
  hint?: string | undefined;
};

/** What lacks, in an error's words. */
export function lack(item: string, error: unknown): Finding {
  const text = messageOf(error);
  return { item, ok: false, text, hint: error instanceof DevnetError ? error.hint : undefined };
}

/** Whether this process may use so many MiB; what a container allows counts. */
export function findMemory(neededMiB: number): Finding {
  const freeMiB = Math.floor(process.availableMemory() / 2 ** 20);
  const ok = freeMiB >= neededMiB;
  return { item: 'memory', ok, text: `${freeMiB} MiB free, ${neededMiB} MiB needed`, ...(ok ? {} : { hint: 'end other programs' }) };
}
