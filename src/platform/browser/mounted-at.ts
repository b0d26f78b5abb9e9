export * from '../node/mounted-at.js';
