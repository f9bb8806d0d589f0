import type { Log } from '@ledgate/domain/ports/log';
import { isInWords } from '../embedded/data-folder/start-refused.ts';
import { closeParametersOf, CloseRefused } from '../operations/close/close-parameters.ts';
import { closePeriod } from '../operations/close/close-period.ts';
import { withLedger } from '../process/main/with-ledger.ts';
import { program } from '../process/program.ts';
import { readEnvironment } from '../server/config/config.ts';

class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** What its parts tell: for people, who see what goes on and what hinders it. */
const log: Log = {
  info: (facts, message) => say(`${message}: ${JSON.stringify(facts)}`),
  warn: (facts, message) => say(`${message}${why(facts)}`),
  error: (facts, message) => say(`${message}${why(facts)}`),
};

const why = (facts: object): string => ('err' in facts && facts.err instanceof Error ? `: ${facts.err.message}` : '');

/**
 * `npm run close`: closes a period of the books (docs/ledger.md#periods), while the product runs and while it is stopped. Nothing stands on stdout, progress on
 * stderr. Exits with 1 and says what is wrong.
 */
async function main(): Promise<void> {
  const asked = closeParametersOf(process.argv.slice(2));
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () =>
      interrupted.abort(
        new Interrupted(`ended by ${signal}: a close that was begun goes on with the next command or worker`),
      ),
    );
  const environment = readEnvironment(process.env);
  const { periodId, revision, closed } = await withLedger(environment, (ledger) =>
    closePeriod(asked, { ...ledger, environment, signal: interrupted.signal, log, say }),
  );
  say(
    `Period ${periodId} is closed, revision ${revision}: ${closed?.totals.events ?? 0} events, manifest SHA-256 ${closed?.manifestSha256 ?? ''}`,
  );
}

program(main, {
  textOf: (error) => {
    if (!(error instanceof Error)) return String(error);
    const { message, stack = message } = error;
    return error instanceof CloseRefused || error instanceof Interrupted || isInWords(error) ? message : stack;
  },
});
