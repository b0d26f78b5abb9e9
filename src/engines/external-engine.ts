export { startExternalEngine } from './external/engine.js';
