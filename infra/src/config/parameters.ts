import { parseArgs } from 'node:util';
import { StartRefused } from '../data-folder/start-refused.ts';

/**
 * What a command without options was given after its name, `count` words. Throws StartRefused with `usage` when there are more, fewer, or one that looks
 * like an option: what is not understood must not be taken for something else, a folder to write to least of all.
 */
export function parametersOf(
  count: number,
  usage: string,
  given: readonly string[] = process.argv.slice(2),
): readonly string[] {
  const { positionals } = parsed(given, count > 0, usage);
  if (positionals.length !== count) throw new StartRefused(usage);
  return positionals;
}

function parsed(given: readonly string[], allowPositionals: boolean, usage: string) {
  try {
    return parseArgs({ args: [...given], allowPositionals, options: {} });
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
