/** The header of a client that resumes the event stream. */
export const lastEventIdHeader = {
  type: 'object',
  properties: {
    'last-event-id': { type: 'string', description: 'the id of the last event that the reader has: those after it come first' },
  },
} as const;

/** Which events of contracts to stream. */
export const eventsQuery = {
  type: 'object',
  properties: {
    after: {
      type: 'string',
      pattern: '^\\d{1,15}$',
      description: 'the id of an event, as last-event-id, for clients that cannot send headers: 0 replays all that are remembered',
    },
    contract: {
      type: 'string',
      description:
        'the principal of one contract; then only blocks with its events come, without other events, and stacks.reorg and restored',
    },
    topic: {
      type: 'string',
      description: "one topic: the node's, which is print, or the text in the field topic or event of a printed tuple",
    },
  },
} as const;
