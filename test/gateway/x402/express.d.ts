/** What the tests use of Express, whose types are another package. */
declare module 'express' {
  import type { Server } from 'node:http';

  type Handler = (request: never, response: never, next: never) => unknown;
  type Response = { json(body: unknown): void };
  export default function express(): {
    get(path: string, check: Handler, handler: (request: unknown, response: Response) => void): void;
    use(app: unknown): void;
    listen(port: number, host: string): Server;
  };
}
