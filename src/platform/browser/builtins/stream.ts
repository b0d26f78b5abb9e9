import streams from 'readable-stream';

export const { Readable, Writable, Duplex, Transform, PassThrough, Stream, pipeline, finished, addAbortSignal } =
  streams as never as Record<string, never>;
