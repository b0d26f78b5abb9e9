import { DevnetError } from '../../base/error.js';
import { showValue } from '../../base/show-value.js';
import type { App } from '../schema-types.js';

/** Answers below the paths of copies that do not exist. The gateways of copies without ports answer before this app does. */
export function addMissingCopies(app: App): void {
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/v1/clones/:id/*',
    schema: { hide: true, params: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const },
    handler({ params: { id } }) {
      throw new DevnetError('NOT_FOUND', `no copy answers below the id ${showValue(id)}`, { field: 'id', received: showValue(id) });
    },
  });
}
