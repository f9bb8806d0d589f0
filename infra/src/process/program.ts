import { endText } from '../embedded/data-folder/start-refused.ts';

type ProgramOptions = {
  /** What stands on stderr after an error; `endText` by default. */
  readonly textOf?: (error: unknown) => string;
  /** The exit code then; 1 by default. */
  readonly failedCode?: number;
};

/** Runs a command: an error ends the process, with its text on stderr. */
export function program(main: () => Promise<void>, { textOf = endText, failedCode = 1 }: ProgramOptions = {}): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${textOf(error)}\n`);
    process.exit(failedCode);
  });
}
