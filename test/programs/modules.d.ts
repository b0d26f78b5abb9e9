// What tests use of the packages of this folder, so that the code compiles before they are installed.

declare module '@readme/openapi-parser' {
  export function validate(document: object): Promise<{ valid: boolean }>;
}

declare module 'axe-core' {
  const axe: { source: string };
  export default axe;
}

declare module 'bip322-js' {
  export const Verifier: { verifySignature(address: string, message: string, signature: string): boolean };
}

declare module 'express' {
  import type { Server } from 'node:http';

  type Handler = (request: never, response: never, next: never) => unknown;
  type Response = { json(body: unknown): void };
  export default function express(): {
    get(path: string, check: Handler, handler: (request: unknown, response: Response) => void): void;
    use(app: unknown): void;
    listen(port: number, host: string): Server;
  };
}

declare module 'koffi' {
  // Pointers, numbers and bytes: the C declaration says what.
  // biome-ignore lint/suspicious/noExplicitAny: the declaration is a string
  type CFunction = (...values: any[]) => any;
  const koffi: { load(path: string): { func(declaration: string): CFunction } };
  export default koffi;
}

declare module 'x402-stacks' {
  type Account = { address: string };
  type Offer = { network: `stacks:${string}`; payTo: string; facilitatorUrl: string; amount: bigint; asset: string };
  type Sent = { headers: Record<string, unknown> };
  type Answer = { status: number; data: unknown; headers: Record<string, unknown> };
  export function privateKeyToAccount(key: string, network: 'testnet'): Account;
  export function paymentMiddleware(offer: Offer): (request: never, response: never, next: never) => unknown;
  export function createPaymentClient(
    account: Account,
    options: { baseURL: string },
  ): { get(path: string): Promise<Answer>; interceptors: { request: { use(change: (config: Sent) => Sent): void } } };
  export class X402PaymentVerifier {
    constructor(url: string);
    isKindSupported(network: string): Promise<boolean>;
    verify(payment: unknown, options: { paymentRequirements: unknown }): Promise<unknown>;
  }
}
