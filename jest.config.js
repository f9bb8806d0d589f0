// Levels by file name: unit tests need nothing, contract and integration tests an embedded Postgres, browser tests also Chromium.
const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'es6' },
    },
  ],
};

const level = (name, pattern, extra = {}) => ({
  displayName: name,
  rootDir: import.meta.dirname,
  roots: ['domain', 'projections', 'api', 'relay', 'web', 'infra'].map((folder) => `<rootDir>/${folder}`),
  testMatch: [`**/{src,tools,test}/**/*.${pattern}.test.{ts,tsx}`],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['/dist/', '/dist-tools/', '/builds/', '/.cache/'],
  transform,
  ...extra,
});

// One server for a whole run: Jest calls a setup file once, however many projects name it.
const withPostgres = {
  globalSetup: '<rootDir>/infra/test/testing/jest-postgres-setup.mjs',
  globalTeardown: '<rootDir>/infra/test/testing/jest-postgres-teardown.mjs',
};

export default {
  // Far above what any test needs: a slow machine must not fail a test of behaviour.
  testTimeout: 60_000,
  projects: [
    level('unit', 'unit'),
    level('contract', 'contract', withPostgres),
    level('integration', 'int', withPostgres),
    level('browser', 'e2e'),
  ],
};
