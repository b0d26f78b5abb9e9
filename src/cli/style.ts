import { inspect } from 'node:util';
import type { Context, GlobalOptions, Sink } from './context.js';

export type Style = 'bold' | 'dim' | 'red' | 'yellow';

/**
 * A text in a style, or as it is where the sink gets none: `--no-color`, `NO_COLOR` and `FORCE_COLOR` decide before the kind of
 * terminal does. `util.styleText` would look at this process's stdout instead, from Node 20.18 on.
 */
export function styled(text: string, style: Style, sink: Sink, env: Context['env'], options: GlobalOptions): string {
  const [open, close] = inspect.colors[style] ?? [0, 0];
  return isColored(sink, env, options) ? `\u001b[${open}m${text}\u001b[${close}m` : text;
}

export function isColored(sink: Sink, env: Context['env'], options: GlobalOptions): boolean {
  if (options.color === false || env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return sink.isTTY && env['TERM'] !== 'dumb';
}
