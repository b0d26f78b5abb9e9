/** A request that failed: `status` is 0 if nothing answered. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** Whether this network does not offer it, or the caller may not use it. */
  get isAbsent(): boolean {
    return [400, 403, 404, 501].includes(this.status);
  }
}

/** How the page reaches its network: over HTTP, unless the network is in the same tab. */
export const transport: { fetch(path: string, init?: RequestInit): Promise<Response> } = { fetch: (path, init) => fetch(path, init) };

type Request = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown; signal?: AbortSignal };

/**
 * Sends a request to the gateway of the network.
 * @param body is sent as JSON; bytes are sent as they are
 * @returns the JSON of the answer, or its text
 * @throws ApiError with the gateway's own message
 */
export async function request<T>(path: string, { method = 'GET', body, signal }: Request = {}): Promise<T> {
  const isBytes = body instanceof Uint8Array;
  const init: RequestInit = { method, ...(signal && { signal }) };
  if (body !== undefined) {
    init.body = isBytes ? new Uint8Array(body) : JSON.stringify(body);
    init.headers = { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' };
  }
  const response = await transport.fetch(path, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The network does not answer.');
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const answer: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  if (response.ok) return answer as T;
  throw new ApiError(response.status, messageIn(answer) ?? `The gateway answered ${response.status}.`);
}

function messageIn(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer.trim() === '' ? undefined : answer;
  const { error, reason } = (answer ?? {}) as { error?: unknown; reason?: unknown };
  if (typeof error !== 'string') return undefined;
  return typeof reason === 'string' ? `${error}: ${reason}` : error;
}
