/** A file of the bundle, as far as it matters here. */
export type Code = { readonly fileName: string; readonly code: string };

/** A file that only hands on what another one holds: a request for nothing. `names`: what it calls each, by the other's name. */
export type Facade = { readonly target: string; readonly names: Readonly<Record<string, string>> };

const WHOLE = /^export\{(?<names>[^{}]+)\}from"\.\/(?<target>[^"/]+\.js)";?\s*$/u;
const NAMED = /^(?<inner>[\w$]+)(?: as (?<outer>[\w$]+))?$/u;

/** What the bundler makes of a part that comes on demand and stands in a chunk of several: undefined for any other code. */
export function facadeOf(code: string): Facade | undefined {
  const { names, target } = WHOLE.exec(code)?.groups ?? {};
  if (names === undefined || target === undefined) return undefined;
  const handed: Record<string, string> = {};
  for (const name of names.split(',')) {
    const { inner, outer } = NAMED.exec(name.trim())?.groups ?? {};
    if (inner === undefined) return undefined;
    handed[outer ?? inner] = inner;
  }
  return { target, names: handed };
}

const escaped = (file: string): string => file.replaceAll('.', String.raw`\.`).replaceAll('$', String.raw`\$`);

/**
 * The code of a file that imports what it is given on demand from where that stands, not by way of facades; what is loaded before it is named alike. Facades
 * by their file names, without folders: all of them stand in one. Throws where a facade is
 * imported in a way that is not known here.
 */
export function pastFacades(code: string, facades: ReadonlyMap<string, Facade>): string {
  let past = code;
  for (const [file, { target, names }] of facades) {
    if (!past.includes(file)) continue;
    const inner = (outer: string): string => names[outer] ?? outer;
    // As Vite writes it: `let{Mark:e}=await import(...)`.
    past = past.replaceAll(
      new RegExp(String.raw`\{(?<taken>[\w$]+):(?<as>[\w$]+)\}=await import\(([\x60"'])\./${escaped(file)}\3\)`, 'gu'),
      (_, outer: string, as: string, quote: string) =>
        `{${inner(outer)}:${as}}=await import(${quote}./${target}${quote})`,
    );
    const all = Object.entries(names).map(([outer, held]) => `${outer}:m.${held}`);
    past = past.replaceAll(
      new RegExp(String.raw`import\(([\x60"'])\./${escaped(file)}\1\)`, 'gu'),
      (_, quote: string) => `import(${quote}./${target}${quote}).then(m=>({${all.join(',')}}))`,
    );
    if (past.includes(`./${file}`)) throw new Error(`${file} is imported as nothing here expects`);
    past = past.replaceAll(`/${file}`, `/${target}`);
  }
  return past;
}

const LISTED = /(?<before>m\.f=)\[(?<files>"[^\]]*")\]/u;
const NUMBERED = /__vite__mapDeps\(\[(?<numbers>[\d,]+)\]\)/gu;

/** The same code where its list of what is loaded beside a part (Vite's `__vite__mapDeps`) names each file once. */
export function listedOnce(code: string): string {
  const files = LISTED.exec(code)?.groups?.['files']?.split(',');
  if (files === undefined) return code;
  const once = [...new Set(files)];
  return code
    .replace(LISTED, (_, before: string) => `${before}[${once.join(',')}]`)
    .replaceAll(NUMBERED, (_, numbers: string) => {
      const named = numbers.split(',').map((number) => once.indexOf(files[Number(number)] ?? ''));
      return `__vite__mapDeps([${[...new Set(named)].join(',')}])`;
    });
}
