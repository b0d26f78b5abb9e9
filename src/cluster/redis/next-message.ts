import type { RedisConnection } from './connection.js';

/** Resolves at the next message of a channel, or after a moment. @param limitMs of this moment */
export function nextMessage(
  store: Pick<RedisConnection, 'listen'>,
  channel: string,
  limitMs: number,
): { arrived: Promise<void>; forget(): void } {
  let forget = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    const ignore = store.listen(channel, resolve);
    forget = () => {
      clearTimeout(timer);
      ignore();
    };
  });
  return { arrived, forget };
}
