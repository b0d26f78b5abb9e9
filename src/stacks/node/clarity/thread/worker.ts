import { workerData } from 'node:worker_threads';
import { openLine } from './line.js';
import type { ThreadData } from './protocol.js';

openLine(workerData as ThreadData);
