import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aborted, watchTermination } from '#dist/cli/termination.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A process with signals, parent and stdout under the test's control. */
function watched(drainMs?: number) {
  const process = Object.assign(new EventEmitter(), { ppid: 100, env: {}, stdout: new EventEmitter() });
  const forced = vi.fn();
  const termination = watchTermination(process as unknown as NodeJS.Process, { force: forced, drainMs });
  return { process, forced, ...termination };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('default: %s', async (name) => {
  const { process, signal, dispose, forced } = watched();
  expect(signal.aborted).toBe(false);
  process.emit(name, name);
  await aborted(signal);
  dispose();
  process.emit(name, name);
  expect(forced).not.toHaveBeenCalled();
});

test('behavior: a command that ends by itself leaves signals to the system', () => {
  const { process, dispose } = watched();
  dispose();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) expect(process.listenerCount(name)).toBe(0);
});

test('behavior: the repeat of a signal after the teardown does not kill the process', () => {
  const { process, dispose } = watched();
  process.emit('SIGTERM', 'SIGTERM');
  dispose();
  expect(process.listenerCount('SIGTERM')).toBe(1);
});

test('default: the death of the parent', () => {
  const { process, signal } = watched();
  vi.advanceTimersByTime(1000);
  expect(signal.aborted).toBe(false);
  process.ppid = 1;
  vi.advanceTimersByTime(1000);
  expect(signal.reason).toEqual(new Error('the parent process ended'));
});

test('default: a closed stdout', () => {
  const { process, signal } = watched();
  process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(signal.aborted).toBe(true);
});

test('option: how long the program may take to end besides the teardown', () => {
  const { process, forced } = watched(60_000);
  process.emit('SIGTERM', 'SIGTERM');
  vi.advanceTimersByTime(69_000);
  expect(forced).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(forced).toHaveBeenCalledOnce();
});

test('behavior: one Ctrl-C that arrives twice, directly and through npm, counts once', () => {
  const { process, forced } = watched();
  process.emit('SIGINT', 'SIGINT');
  vi.advanceTimersByTime(100);
  process.emit('SIGINT', 'SIGINT');
  expect(forced).not.toHaveBeenCalled();
});

test('behavior: a second Ctrl-C forces the end', () => {
  const { process, forced } = watched();
  process.emit('SIGINT', 'SIGINT');
  vi.advanceTimersByTime(1000);
  process.emit('SIGINT', 'SIGINT');
  expect(forced).toHaveBeenCalledOnce();
});

test('behavior: cuts off a teardown that takes too long, and no other', () => {
  const slow = watched();
  slow.process.emit('SIGTERM', 'SIGTERM');
  vi.advanceTimersByTime(9_999);
  expect(slow.forced).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(slow.forced).toHaveBeenCalledOnce();
  const quick = watched();
  quick.process.emit('SIGTERM', 'SIGTERM');
  quick.dispose();
  vi.advanceTimersByTime(20_000);
  expect(quick.forced).not.toHaveBeenCalled();
});
