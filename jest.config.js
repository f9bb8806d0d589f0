// Levels by file name: unit and contract tests need nothing, integration tests start the embedded Postgres, browser tests also Chromium.
const transform = {
  '^.+\\.tsx?$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } }, module: { type: 'es6' } }],
};

const level = (name, pattern, extra = {}) => ({
  displayName: name,
  rootDir: import.meta.dirname,
  roots: ['domain', 'projections', 'api', 'relay', 'web', 'infra'].map((folder) => `<rootDir>/${folder}`),
  testMatch: [`**/src/**/*.${pattern}.test.ts`, `**/src/**/*.${pattern}.test.tsx`],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['/dist/', '/.cache/'],
  transform,
  ...extra,
});

export default {
  projects: [level('unit', 'unit'), level('contract', 'contract'), level('integration', 'int'), level('browser', 'e2e')],
};
