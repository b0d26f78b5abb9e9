/** Whether and how documents behind the URIs of tokens are read. `data:` URIs are always read. */
export type MetadataSettings = {
  /** Whether http:, https: and ipfs: URIs are fetched. @default false */
  fetch: boolean;
  /** What ipfs: URIs begin with instead, with the slash at the end. */
  ipfsGateway: string;
};

export const OFFLINE: MetadataSettings = { fetch: false, ipfsGateway: 'https://ipfs.io/ipfs/' };

/** Limits of one document: bytes, and ms for all of its redirects. */
const MOST_BYTES = 1024 * 1024;
const DEADLINE = 5_000;

/** `ipfs://Qm…/1.json` and `ipfs://ipfs/Qm…/1.json` at the gateway. Other URIs stay as they are. */
export function toWebUri(uri: string, { ipfsGateway }: MetadataSettings): string {
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri) ?? [];
  return path === undefined ? uri : `${ipfsGateway}${path}`;
}

/**
 * Reads a document of SIP-016.
 * @returns undefined for a URI that the settings do not allow
 * @throws Error if it is no JSON, too large or too slow
 */
export async function loadDocument(uri: string, settings: MetadataSettings): Promise<unknown> {
  const url = toWebUri(uri, settings);
  const isData = /^data:/i.test(url);
  if (!isData && !(settings.fetch && /^https?:/i.test(url))) return undefined;
  const answer = await fetch(url, { signal: AbortSignal.timeout(DEADLINE) });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`status ${answer.status}`);
  }
  return JSON.parse(await readLimited(answer));
}

async function readLimited({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`longer than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
