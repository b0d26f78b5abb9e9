/** Calls a method of a Bitcoin node of a devnet. */
export async function bitcoinCall<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const authorization = `Basic ${Buffer.from('devnet:devnet').toString('base64')}`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: JSON.stringify({ method, params }) });
  return ((await answer.json()) as { result: T }).result;
}
