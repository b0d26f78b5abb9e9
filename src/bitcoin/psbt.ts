export { coinOf } from './protocol/psbt/coin.js';
export { parsePsbt } from './protocol/psbt/decode.js';
export { serializePsbt } from './protocol/psbt/encode.js';
export { fields, INPUT, type Psbt, type PsbtMap } from './protocol/psbt/psbt.js';
export { extractTransaction, finalizePsbt } from './protocol/psbt/roles.js';
export { hashTypeField, signInput } from './protocol/psbt/sign.js';
