/** Browsers by what stands in their `User-Agent`, those first that name others beside themselves. */
const PROGRAMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const NAME_CHARACTERS_MAX = 40;

type Program = { readonly name: string; readonly system: string | undefined };

/** What called, as people know it, by its `User-Agent`: a browser on a system, else the program's own first word; undefined where it says nothing. */
export function programOf(agent: string): Program | undefined {
  const found = PROGRAMS.find(([, sign]) => sign.test(agent));
  if (found !== undefined) return { name: found[0], system: SYSTEMS.find(([, sign]) => sign.test(agent))?.[0] };
  const [word = ''] = agent.trim().split(/[\s/]/u);
  return word === '' ? undefined : { name: word.slice(0, NAME_CHARACTERS_MAX), system: undefined };
}
