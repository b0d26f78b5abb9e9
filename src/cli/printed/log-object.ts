/** Something that happened, for the log of scripts. Its own `time` would be another one than that of the log. */
type LogEntry = { type: string; time?: never };

/** Returns a line of the log with `--json`: `time` is the wall clock in every line. @param at ms since 1970 @default now */
export function logObject({ type, ...facts }: LogEntry & Record<string, unknown>, at: number = Date.now()): object {
  return { type, time: new Date(at).toISOString(), ...facts };
}
