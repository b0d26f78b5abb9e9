import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 20;
const { url, pid } = workerData;
/** The main thread of the network, and this thread. */
const THREADS = [`/proc/${pid}/task/${pid}/schedstat`, '/proc/thread-self/schedstat'];

/** Returns for how many ms the two threads could run but other threads had the processors (proc(5)). */
function delayed() {
  return THREADS.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6, 0);
}

function ask() {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`GET ${url} answers ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
}

/** Returns how long the network takes for an answer, in ms, without the delay by other programs. */
async function wait() {
  const before = delayed();
  const begun = performance.now();
  await ask();
  return performance.now() - begun - (delayed() - before);
}

let isOver = false;
parentPort.once('message', () => {
  isOver = true;
});
await wait();
parentPort.postMessage('asks');
for (let longest = 0; ; ) {
  // The last question begins after the work: a wait that lasts is measured to its end.
  const isLast = isOver;
  longest = Math.max(longest, await wait());
  if (isLast) {
    parentPort.postMessage(longest);
    break;
  }
  await delay(PAUSE_MS);
}
