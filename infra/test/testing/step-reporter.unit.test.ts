import { expect, it } from '@jest/globals';

type State = {
  readonly running: readonly string[];
  readonly done: number;
  readonly files: number;
  readonly notRun: readonly string[];
  readonly ranOn: readonly string[];
  readonly failed: readonly string[];
};
type Reporter = {
  onRunStart(results: { numTotalTestSuites: number }): void;
  onTestFileStart(test: object): void;
  onTestFileResult(
    test: object,
    result: { testResults: readonly { ancestorTitles: readonly string[]; status: string }[] },
  ): void;
};
const FILE: string = './step-reporter.mjs';

it('tells which files run, how many have, which suites did not run, on what others ran, and which files failed', async () => {
  const told: State[] = [];
  const { default: StepReporter }: { default: new (...given: readonly unknown[]) => Reporter } = await import(FILE);
  const reporter = new StepReporter({}, {}, {}, (state: State) => told.push(state));
  const test = (name: string) => ({ path: `/house/infra/${name}`, context: { config: { rootDir: '/house' } } });
  const failed = { ancestorTitles: ['a store (RAN ON: the double)'], status: 'failed' };
  const suites = (...titles: readonly string[]) => ({
    testResults: titles.map((title) => ({ ancestorTitles: [title, 'reads'], status: 'passed' })),
  });
  const leftOut = { ancestorTitles: ['a store (RAN ON: a server)'], status: 'pending' };

  reporter.onRunStart({ numTotalTestSuites: 2 });
  reporter.onTestFileStart(test('a.test.ts'));
  reporter.onTestFileStart(test('b.test.ts'));
  reporter.onTestFileResult(
    test('a.test.ts'),
    suites('a feed', 'Kafka (NOT RUN: no broker)', 'Kafka (NOT RUN: no broker)'),
  );
  reporter.onTestFileResult(test('b.test.ts'), {
    testResults: [...suites('a store (RAN ON: the double)').testResults, leftOut, failed],
  });

  expect(told.map(({ running, done }) => [running, done])).toEqual([
    [[], 0],
    [['infra/a.test.ts'], 0],
    [['infra/a.test.ts', 'infra/b.test.ts'], 0],
    [['infra/b.test.ts'], 1],
    [[], 2],
  ]);
  expect(told.at(-1)).toMatchObject({
    files: 2,
    notRun: ['Kafka (NOT RUN: no broker)'],
    ranOn: ['a store (RAN ON: the double)'],
    failed: ['/house/infra/b.test.ts'],
  });
});
