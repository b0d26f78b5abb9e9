export { startNakamotoEngine } from './real-nodes/engine.js';
