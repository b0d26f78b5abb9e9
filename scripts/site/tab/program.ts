import modules from 'data:modules';
import { transform } from 'sucrase';
import { CONTRACT, type Program } from './link.js';

/**
 * Returns a program as the main module of a worker, in which each line stays where it is.
 * @param base the address of the files of the tab
 * @throws Error if the code is no JavaScript or TypeScript, or imports what a tab does not have
 */
export function toModule({ language, code }: Program, base: string): string {
  const source = language === 'clarity' ? deployment(code) : code;
  const plain = transform(source, { transforms: ['typescript'], disableESTransforms: true }).code;
  // The modules of the tab are evaluated in this order, and before the code.
  return `import { finish as $finish } from '${base}worker.js'; ${withAddresses(withDisposal(plain), base)}\n;$finish();\n`;
}

/** Static imports, which begin lines. */
const IMPORT = /^(\s*(?:import|export)\b([^'";]*?)\bfrom\s*|\s*import\s*)(['"])([^'"\n]+)\3/gm;

/** A worker has no import map, and browsers do not say which import failed. */
function withAddresses(code: string, base: string): string {
  return code.replaceAll(IMPORT, (_, before: string, names: string | undefined, quote: string, module: string) => {
    const found = modules[module];
    if (found === undefined) throw new Error(`A tab does not have the module '${module}'. It has ${Object.keys(modules).join(', ')}.`);
    const imported = /\{([^}]*)\}/.exec(names ?? '')?.[1]?.split(',') ?? [];
    for (const name of imported.map((item) => item.trim().replace(/\s+as\s.*/, ''))) {
      if (name !== '' && !found.exports.includes(name)) throw new Error(`In a tab, the module '${module}' does not have ${name}.`);
    }
    return `${before}${quote}${base}${found.file}${quote}`;
  });
}

/** The tab keeps its network for the views, so a browser that does not know `using` loses nothing. */
function withDisposal(code: string): string {
  return 'asyncDispose' in Symbol ? code : code.replaceAll(/\b(?:await )?using (?=[\w$]+ =)/g, 'const ');
}

function deployment(source: string): string {
  return `import { startDevnet } from 'stacks-devnet';
const devnet = await startDevnet();
const source = ${JSON.stringify(source)};
const { status, result, reason, events } = await devnet.stacks.deploy({ name: '${CONTRACT}', source, as: 'deployer' });
for (const { contract_event: printed } of events) if (printed !== undefined) console.log(printed.value?.repr ?? printed.raw_value);
if (status !== 'success') throw new Error(reason ?? result.repr);`;
}
