import type { LogCategory } from '../../log-categories.js';

/** A message of the log, in bitcoind's words. `category` is absent for messages that are always logged. */
export type LogEntry = { category?: LogCategory | undefined; message: string };

/** The node's log. Without a sink it costs nothing. */
export type Log = {
  /** The enabled categories. `logging` changes them. */
  readonly categories: Set<LogCategory>;
  /** Logs a message. */
  info(message: string): void;
  /** Logs a message of a category, if that is enabled. @param message called only then */
  debug(category: LogCategory, message: () => string): void;
};

/** @param sink takes the messages @default nothing */
export function createLog(sink?: (entry: LogEntry) => void, categories: readonly LogCategory[] = []): Log {
  const enabled = new Set(categories);
  return {
    categories: enabled,
    info: (message) => sink?.({ message }),
    debug: (category, message) => {
      if (sink !== undefined && enabled.has(category)) sink({ category, message: message() });
    },
  };
}
