/** What a tab runs. The site writes the same links: scripts/site/examples.ts. */
export type Program = { language: Language; code: string };
export type Language = 'js' | 'clarity';

/** The name of the contract that a Clarity source becomes. */
export const CONTRACT = 'my-contract';

/** Returns the fragment of a link that carries a program: the language, and the compressed code in base64 for URLs. */
export async function toFragment({ language, code }: Program): Promise<string> {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(code));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `#${language}:${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Reads the fragment of a link. @returns undefined if it carries no program */
export async function fromFragment(fragment: string): Promise<Program | undefined> {
  const [, language, text] = /^#(js|clarity):([\w-]+)$/.exec(fragment) ?? [];
  if (language === undefined || text === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const code = new TextDecoder('utf-8', { fatal: true }).decode(await through(new DecompressionStream('deflate-raw'), bytes));
    return { language: language as Language, code };
  } catch {
    return undefined;
  }
}

async function through(stream: GenericTransformStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
