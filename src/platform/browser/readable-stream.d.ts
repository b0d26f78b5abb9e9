declare module 'readable-stream' {
  export { PassThrough, Readable } from 'node:stream';
}
