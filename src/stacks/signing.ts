export { callPayload, signCall } from './protocol/signing/call.js';
export { deployPayload, signDeploy } from './protocol/signing/deploy.js';
export { formatRejection } from './protocol/signing/rejection.js';
export { type PostConditions, type SignedTransaction, type Signing, signerOfAddress, signTransaction } from './protocol/signing/sign.js';
export { grantToManager, permitStacking } from './protocol/signing/signer-permission.js';
export { signHash, structuredDataHash } from './protocol/signing/structured-data.js';
export { signTransfer, testnetAddress, transferPayload } from './protocol/signing/transfer.js';
