import { defineConfig } from 'vite';

/** Libraries that only some pages need: charts, the operator's own texts, the command palette, forms by the contract. */
const loadedOnDemand = [
  'recharts',
  'victory-vendor',
  'd3-',
  'internmap',
  'es-toolkit',
  'decimal\\.js-light',
  'eventemitter3',
  'marked',
  'dompurify',
  'cmdk',
  'zod',
  '@hookform',
  '@radix-ui',
];

/** What every page needs of ours, with the small facts of domain that texts and forms share. */
const kit = /web[\\/]src[\\/]shared[\\/](?!i18n[\\/](en|zh)\.|form[\\/])|domain[\\/]src[\\/](catalogue|shared)[\\/]/;

/** What checks a form by the contract: not of the first page, whose sign-in has checks of its own. */
const formsOnDemand =
  /node_modules[\\/](zod|@hookform)|web[\\/]src[\\/]shared[\\/]form[\\/]|api[\\/]src[\\/]contract[\\/]/;

/**
 * The console's bundle: hashed files under /assets, one chunk a page. Libraries that every page needs share one chunk, charts have their own,
 * so that a visit needs few requests (static files are rate limited by address) and the first paint few bytes.
 * A build is always for production, whoever calls it: from the environment of a test React would give its slow, talkative half.
 */
export default defineConfig(({ command }) => {
  const building = command === 'build';
  if (building) process.env['NODE_ENV'] = 'production';
  return {
    ...(building ? { mode: 'production', define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
    root: import.meta.dirname,
    base: '/',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 800,
      // Libraries mark their files for servers that render React; a bundle for the browser has no use for the marks.
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'libraries',
                priority: 3,
                test: new RegExp(`node_modules[\\\\/](?!${loadedOnDemand.join('|')})`),
              },
              { name: 'kit', priority: 2, test: kit },
              { name: 'forms', priority: 1, test: formsOnDemand },
              { name: 'charts', priority: 1, test: /node_modules[\\/](recharts|victory-vendor|d3-)/ },
            ],
          },
        },
      },
    },
    server: { proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000' } },
  };
});
