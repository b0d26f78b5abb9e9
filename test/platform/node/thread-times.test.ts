import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ownTimes, threadTimes } from '#dist/platform/node/thread-times.js';

const onLinux = test.runIf(process.platform === 'linux');

onLinux('default: a thread that computes runs or waits for a processor, one that sleeps does neither', async () => {
  const computing = spawn(process.execPath, ['-e', 'console.log(); for (;;);'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const sleeping = spawn(process.execPath, ['-e', 'console.log(); setTimeout(() => undefined, 1e9)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const spent = (pid = 0) => {
      const times = threadTimes([pid]).get(`${pid}`);
      return (times?.ran ?? 0) + (times?.waited ?? 0);
    };
    await Promise.all([once(computing.stdout, 'data'), once(sleeping.stdout, 'data')]);
    const before = spent(computing.pid);
    await expect.poll(() => spent(computing.pid) - before).toBeGreaterThan(500);
    const asleep = spent(sleeping.pid);
    const later = spent(computing.pid);
    await expect.poll(() => spent(computing.pid) - later).toBeGreaterThan(500);
    expect(spent(sleeping.pid) - asleep).toBeLessThan(250);
  } finally {
    computing.kill('SIGKILL');
    sleeping.kill('SIGKILL');
    await Promise.all([computing, sleeping].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }
});

onLinux('behavior: includes the program that a wrapper script has started', async () => {
  const wrapper = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  try {
    const [line] = await once(wrapper.stdout, 'data');
    expect([...threadTimes([wrapper.pid ?? 0]).keys()]).toEqual([`${wrapper.pid}`, `${line}`.trim()]);
  } finally {
    process.kill(-(wrapper.pid ?? 0), 'SIGKILL');
    await once(wrapper, 'exit');
  }
});

onLinux('behavior: this thread has times', () => {
  expect(ownTimes()?.ran).toBeGreaterThan(0);
});

test('behavior: a process that has ended has no threads', () => {
  expect(threadTimes([2 ** 30]).size).toBe(0);
});
