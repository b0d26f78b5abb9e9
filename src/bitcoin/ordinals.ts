export { type Inscription, inscriptionsOf } from './protocol/ordinals/inscription.js';
export { type Etching, type MintTerms, type RuneId, runestoneOf } from './protocol/ordinals/runestone.js';
