// The types of stacks.js (`@stacks/transactions` and `@stacks/network` 7) that exports of this package have. Theirs are interchangeable
// with these, as test/consumer checks, but they reach `@stacks/common`, which compiles with the types of the DOM alone.

/** TypeScript takes an enum of the same name and members for the same one. */
declare enum ClarityType {
  Int = 'int',
  UInt = 'uint',
  Buffer = 'buffer',
  BoolTrue = 'true',
  BoolFalse = 'false',
  PrincipalStandard = 'address',
  PrincipalContract = 'contract',
  ResponseOk = 'ok',
  ResponseErr = 'err',
  OptionalNone = 'none',
  OptionalSome = 'some',
  List = 'list',
  Tuple = 'tuple',
  StringASCII = 'ascii',
  StringUTF8 = 'utf8',
}
type ContractId = `${string}.${string}`;
type Integer = { readonly type: ClarityType.Int | ClarityType.UInt; readonly value: bigint | number | string };
type Text = { readonly type: ClarityType.Buffer | ClarityType.StringASCII | ClarityType.StringUTF8; readonly value: string };
type Wrapped = { readonly type: ClarityType.OptionalSome | ClarityType.ResponseOk | ClarityType.ResponseErr; readonly value: ClarityValue };

/** A Clarity value, as `Cl` of `@stacks/transactions` makes it. */
export type ClarityValue =
  | Distribute<Integer>
  | Distribute<Text>
  | Distribute<Wrapped>
  | { type: ClarityType.BoolTrue }
  | { type: ClarityType.BoolFalse }
  | { readonly type: ClarityType.OptionalNone }
  | { readonly type: ClarityType.PrincipalStandard; readonly value: string }
  | { readonly type: ClarityType.PrincipalContract; readonly value: ContractId }
  | { type: ClarityType.List; value: ClarityValue[] }
  | { type: ClarityType.Tuple; value: { [key: string]: ClarityValue } };
/** A union with one member for each type. */
type Distribute<T extends { readonly type: ClarityType }, Type = T['type']> = Type extends ClarityType
  ? { readonly [Key in keyof T]: Key extends 'type' ? Type : T[Key] }
  : never;

type Comparator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
type Amount = { address: string; condition: Comparator; amount: string | bigint | number };
type Asset = `${ContractId}::${string}`;

/** A post-condition, as `Pc` of `@stacks/transactions` makes it. */
export type PostCondition =
  | ({ type: 'stx-postcondition' } & Amount)
  | ({ type: 'staking-postcondition' } & Amount)
  | ({ type: 'ft-postcondition'; asset: Asset } & Amount)
  | { type: 'nft-postcondition'; address: string; condition: 'sent' | 'not-sent' | 'maybe-sent'; asset: Asset; assetId: ClarityValue }
  | { type: 'pox-postcondition'; address: string; condition: 'will-not-perform' | 'may-perform' | 'will-perform' };

/** A network, for the option `network` of stacks.js. */
export type StacksNetwork = {
  chainId: number;
  transactionVersion: number;
  peerNetworkId: number;
  magicBytes: string;
  bootAddress: string;
  addressVersion: { singleSig: number; multiSig: number };
  client: { baseUrl: string; fetch?: (url: string, init?: RequestInit) => Promise<Response> };
};

/** What signs a transaction of stacks.js. */
export type SignedWire = { auth: { spendingCondition: object } };
