export * from '../node/read-stream.js';
