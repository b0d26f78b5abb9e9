import { workerData } from '#platform/threads.js';
import { openLine } from './line.js';
import type { ThreadData } from './protocol.js';

openLine(workerData as ThreadData);
