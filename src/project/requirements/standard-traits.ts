import type { ClarityEpoch } from '../clarinet/types.js';

/** A trait of a SIP, as a contract of mainnet defines it. */
type StandardTrait = { epoch: ClarityEpoch; clarityVersion: number; source: string };

/** SIP-009: a non-fungible token. */
const NON_FUNGIBLE = `(define-trait nft-trait (
  (get-last-token-id () (response uint uint))
  (get-token-uri (uint) (response (optional (string-ascii 256)) uint))
  (get-owner (uint) (response (optional principal) uint))
  (transfer (uint principal principal) (response bool uint))))
`;

/** SIP-010: a fungible token. */
const FUNGIBLE = `(define-trait sip-010-trait (
  (get-name () (response (string-ascii 32) uint))
  (get-symbol () (response (string-ascii 32) uint))
  (get-decimals () (response uint uint))
  (get-total-supply () (response uint uint))
  (get-balance (principal) (response uint uint))
  (get-token-uri () (response (optional (string-utf8 256)) uint))
  (transfer (uint principal principal (optional (buff 34))) (response bool uint))))
`;

/** SIP-013: a semi-fungible token. */
const SEMI_FUNGIBLE = `(define-trait sip013-semi-fungible-token-trait (
  (get-decimals (uint) (response uint uint))
  (get-token-uri (uint) (response (optional (string-ascii 256)) uint))
  (get-total-supply (uint) (response uint uint))
  (get-overall-supply () (response uint uint))
  (get-balance (uint principal) (response uint uint))
  (get-overall-balance (principal) (response uint uint))
  (transfer (uint uint principal principal) (response bool uint))
  (transfer-memo (uint uint principal principal (buff 34)) (response bool uint))))
`;

/** SIP-013: several transfers of a semi-fungible token. */
const TRANSFER_MANY = `(define-trait sip013-transfer-many-trait (
  (transfer-many
    ((list 200 { token-id: uint, amount: uint, sender: principal, recipient: principal }))
    (response bool uint))
  (transfer-many-memo
    ((list 200 { token-id: uint, amount: uint, sender: principal, recipient: principal, memo: (buff 34) }))
    (response bool uint))))
`;

const FIRST = { epoch: '2.0', clarityVersion: 1 } as const;
const LATER = { epoch: '2.05', clarityVersion: 1 } as const;
const SIP_013 = 'SPDBEG5X8XD50SPM1JJH0E5CTXGDV5NJTKAKKR5V';

/** The traits that projects require most, by the ids that they have on mainnet, so that such projects start without a network. */
export const STANDARD_TRAITS: ReadonlyMap<string, StandardTrait> = new Map([
  ['SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait', { ...FIRST, source: NON_FUNGIBLE }],
  ['SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE.sip-010-trait-ft-standard', { ...FIRST, source: FUNGIBLE }],
  [`${SIP_013}.sip013-semi-fungible-token-trait`, { ...LATER, source: SEMI_FUNGIBLE }],
  [`${SIP_013}.sip013-transfer-many-trait`, { ...LATER, source: TRANSFER_MANY }],
]);
