import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 20;
/** The main thread of the process, and this thread. */
const THREADS = [`/proc/${workerData.pid}/task/${workerData.pid}/schedstat`, '/proc/thread-self/schedstat'];

/** Returns for how many ms the two threads could run but other threads had the processors (proc(5)). */
function delayed() {
  return THREADS.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6, 0);
}

function ask(url) {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => response.resume().once('end', resolve)).once('error', resolve);
  });
}

async function wait(url) {
  const before = delayed();
  const begun = performance.now();
  await ask(url);
  return performance.now() - begun - (delayed() - before);
}

/** The URL that is asked now; undefined between two requests. */
let url;
let longest = 0;
let asking;

async function askOn() {
  while (url !== undefined) {
    longest = Math.max(longest, await wait(url));
    await delay(PAUSE_MS);
  }
}

parentPort.on('message', async (message) => {
  if (message.begin !== undefined) {
    url = message.begin;
    longest = 0;
    asking = askOn();
    return;
  }
  url = undefined;
  await asking;
  parentPort.postMessage(longest);
});
