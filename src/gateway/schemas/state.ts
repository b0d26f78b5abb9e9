const amount = { type: 'string', pattern: '^[0-9]{1,39}$', description: 'a whole number, in base units' } as const;
const principal = { type: 'string', description: 'an account or a contract, of any network' } as const;
const asset = { type: 'string', description: 'a contract and its token, such as ST….name::token' } as const;
const contract = { type: 'string', description: 'a contract of the project or of deployer, or its id such as ST….name' } as const;
const name = { type: 'string' } as const;
const hex = { type: 'string', pattern: '^(0x)?([0-9a-fA-F]{2})+$', description: 'a serialized Clarity value as hex' } as const;
const value = {
  type: ['string', 'object'],
  description: 'a value as Clarity writes it, such as u5 or { id: u1 }, or {"hex": "0x…"} with a serialized one',
  properties: { hex },
  required: ['hex'],
  additionalProperties: false,
} as const;
const time = { type: 'integer', description: 'seconds since 1970' } as const;

const object = { type: 'object', additionalProperties: false } as const;

export const stxBalanceBody = {
  ...object,
  description: 'a JSON object with "principal" and "amount"',
  properties: { principal, amount },
  required: ['principal', 'amount'],
} as const;

export const ftBalanceBody = {
  ...object,
  description: 'a JSON object with "asset", "principal" and "amount"',
  properties: { asset, principal, amount },
  required: ['asset', 'principal', 'amount'],
} as const;

export const nftOwnerBody = {
  ...object,
  description: 'a JSON object with "asset", "id" and "owner"',
  properties: { asset, id: value, owner: { ...principal, type: ['string', 'null'] } },
  required: ['asset', 'id', 'owner'],
} as const;

export const dataVarBody = {
  ...object,
  description: 'a JSON object with "contract", "name" and "value"',
  properties: { contract, name, value },
  required: ['contract', 'name', 'value'],
} as const;

export const mapEntryBody = {
  ...object,
  description: 'a JSON object with "contract", "map", "key" and "value"',
  properties: { contract, map: name, key: value, value: { ...value, type: ['string', 'object', 'null'] } },
  required: ['contract', 'map', 'key', 'value'],
} as const;

export const nonceBody = {
  ...object,
  description: 'a JSON object with "principal" and "nonce"',
  properties: { principal, nonce: amount },
  required: ['principal', 'nonce'],
} as const;

export const nextBlockTimeBody = {
  ...object,
  description: 'a JSON object with "time"',
  properties: { time },
  required: ['time'],
} as const;
