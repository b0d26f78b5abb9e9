/** The header of a client that resumes the event stream. */
export const lastEventIdHeader = {
  type: 'object',
  properties: {
    'last-event-id': { type: 'string', description: 'the id of the last event that the reader has: those after it come first' },
  },
} as const;
