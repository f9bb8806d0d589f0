// A Jest reporter for infra/bin/test.mjs: tells its parent process which files run at the moment, how many have, which suites say that they did not run, on
// what others ran that may run on several servers, and which files failed. A suite says so by `(NOT RUN: reason)` or `(RAN ON: server)` in its title; the
// latter counts when one of its tests was not left out. Jest wants a default export.

/** @typedef {{ running: string[], done: number, files: number, notRun: string[], ranOn: string[], failed: string[] }} StepState */

export default class StepReporter {
  #running = new Map();
  #notRun = new Set();
  #ranOn = new Set();
  #failed = [];
  #done = 0;
  #files = 0;
  #tell;

  /** @param {unknown} _config @param {unknown} _options @param {unknown} _context @param {(state: StepState) => void} [tell] */
  constructor(_config, _options, _context, tell = (state) => process.send?.(state)) {
    this.#tell = typeof tell === 'function' ? tell : () => undefined;
  }

  onRunStart({ numTotalTestSuites }) {
    this.#files = numTotalTestSuites;
    this.#told();
  }

  onTestFileStart({
    path,
    context: {
      config: { rootDir },
    },
  }) {
    this.#running.set(path, path.startsWith(rootDir) ? path.slice(rootDir.length + 1) : path);
    this.#told();
  }

  onTestFileResult({ path }, { testResults, testExecError }) {
    this.#running.delete(path);
    this.#done += 1;
    if (testExecError || testResults.some(({ status }) => status === 'failed')) this.#failed.push(path);
    for (const { ancestorTitles, status } of testResults) {
      for (const title of ancestorTitles) {
        if (title.includes('(NOT RUN: ')) this.#notRun.add(title);
        if (title.includes('(RAN ON: ') && (status === 'passed' || status === 'failed')) this.#ranOn.add(title);
      }
    }
    this.#told();
  }

  #told() {
    this.#tell({
      running: [...this.#running.values()],
      done: this.#done,
      files: this.#files,
      notRun: [...this.#notRun],
      ranOn: [...this.#ranOn],
      failed: [...this.#failed],
    });
  }
}
