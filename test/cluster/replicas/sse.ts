/** A server-sent event, its data parsed. */
export type SseEvent = { id: number; type: string; data: Record<string, unknown> };

/**
 * Reads the events of a stream until it ends or breaks.
 * @param after the last event that the reader has
 * @param onEvent called for each event
 */
export async function readEvents(
  url: string,
  after: number | undefined,
  signal: AbortSignal,
  onEvent: (event: SseEvent) => void,
): Promise<void> {
  const headers = after === undefined ? {} : { 'last-event-id': `${after}` };
  const { body } = await fetch(`${url}/devnet/v1/events`, { headers, signal });
  if (body === null) return;
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const fields = new Map(part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
      const [type, data] = [fields.get('event'), fields.get('data')];
      if (type !== undefined && data !== undefined) onEvent({ id: Number(fields.get('id')), type, data: JSON.parse(data) });
    }
  }
}
