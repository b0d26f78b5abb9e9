/** What every page needs: its own scripts and styles, pictures, the service worker, and the frame that runs code. */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'frame-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/**
 * The document that runs code. Its worker is a blob, which has the same policy: so code that a link brings reaches no server but that of
 * the site. The network compiles the schemas of its gateway (Ajv), which counts as eval.
 */
const CODE = { ...PAGE, 'script-src': "'self' 'unsafe-eval'", 'frame-src': "'none'", 'worker-src': "'self' blob:" };

/** Returns the content security policy of a document of the site. */
export function policyOf(document: 'page' | 'code'): string {
  return Object.entries(document === 'page' ? PAGE : CODE)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
