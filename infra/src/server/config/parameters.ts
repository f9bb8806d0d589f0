import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';

/**
 * What a command without options was given after its name, `count` words. Throws StartRefused with `usage` when there are more, fewer, or one that looks
 * like an option: what is not understood must not be taken for something else, a folder to write to least of all.
 */
export function parametersOf(
  count: number,
  usage: string,
  given: readonly string[] = process.argv.slice(2),
): readonly string[] {
  const { positionals } = optionsOf({ args: [...given], allowPositionals: count > 0, options: {} }, usage);
  if (positionals.length !== count) throw new StartRefused(usage);
  return positionals;
}

/** What a command was given, by `parseArgs`. Throws StartRefused with `usage`: what is mistyped must not run as something else. */
export function optionsOf<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
