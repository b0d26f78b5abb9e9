import { inspect } from 'node:util';
import type { Context, GlobalOptions, Sink } from './context.js';

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan' | 'magenta';

/**
 * Styles text for a sink that shows colours: `--no-color`, `NO_COLOR` and `FORCE_COLOR` take precedence over the kind of terminal.
 * `util.styleText` would check this process's stdout instead, since version 20.18 of Node.
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
