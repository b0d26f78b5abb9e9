export { type ElectrumOptions, startElectrumServer } from './electrum/server.js';
