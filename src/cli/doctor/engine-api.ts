import { isRecord, parseJson } from '../../base/json.js';

/** Where an engine serves its API, without TLS. */
export type EngineApiAddress = { socketPath: string } | { host: string; port: number };

/** How long an engine may take to answer, in ms. */
const timeoutMs = 3_000;

/** Sends a GET to the Engine API. @throws Error of the connection, or if the answer is no JSON object */
export async function askEngine(address: EngineApiAddress, path: string): Promise<Record<string, unknown>> {
  const { get } = await import('node:http');
  const body = await new Promise<string>((resolve, reject) => {
    const request = get({ ...address, path, timeout: timeoutMs, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.on('error', reject);
  });
  const answer = parseJson(body);
  if (!isRecord(answer)) throw new Error('it answers, but is no container engine');
  return answer;
}
