export { answerEsplora } from './esplora/esplora.js';
