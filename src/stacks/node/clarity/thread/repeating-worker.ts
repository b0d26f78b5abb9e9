import { serveThread } from '#platform/threads.js';
import { serveRepeating } from './serve-repeating.js';

serveThread(serveRepeating);
