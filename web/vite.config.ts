import { defineConfig } from 'vite';
import { chunks } from './tools/bundle/chunks.ts';
import { measureFirstVisits } from './tools/bundle/measure-first-visits.ts';
import { withoutFacades } from './tools/bundle/without-facades.ts';

/** Of Chakra: what they define and nobody uses goes. */
const DEFINERS = ['defineRecipe', 'defineSlotRecipe', 'defineTokens', 'defineSemanticTokens', 'defineConfig'];

/**
 * The console's bundle: hashed files under /assets, one chunk a page beside those of tools/bundle/chunks.ts.
 * A build is always for production, whoever calls it: from the environment of a test React would give its slow, talkative half.
 */
export default defineConfig(({ command }) => {
  const building = command === 'build';
  const standing = new Map<string, string>();
  if (building) process.env['NODE_ENV'] = 'production';
  return {
    ...(building ? { mode: 'production', define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
    root: import.meta.dirname,
    base: '/',
    plugins: [withoutFacades(standing), measureFirstVisits(import.meta.dirname, standing)],
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // Browsers of this target know it, or do without: it only loads earlier what is loaded anyway.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 800,
      // Libraries mark their files for servers that render React; a bundle for the browser has no use for the marks.
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        treeshake: { manualPureFunctions: DEFINERS },
        output: { codeSplitting: { groups: chunks } },
      },
    },
    server: { proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000' } },
  };
});
