import { createHttp } from '#platform/http.js';

/** Asks a network for an answer. Each request renews the lease of its container. */
export type Probe = { isReady(): Promise<boolean>; close(): void };

/** How long an answer may take, in ms. */
const ANSWER_MS = 1_500;

export function createProbe({ url, controlKey }: { url: string; controlKey: string }): Probe {
  const http = createHttp();
  return {
    async isReady() {
      try {
        const headers = { authorization: `Bearer ${controlKey}` };
        const { status, body } = await http.send(`${url}/devnet/v1/status`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
        body.resume();
        return status === 200;
      } catch {
        return false;
      }
    },
    close: http.close,
  };
}
