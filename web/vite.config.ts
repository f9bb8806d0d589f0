import { defineConfig } from 'vite';

/**
 * The console's bundle: hashed files under /assets, one chunk a page. Libraries that every page needs share one chunk, charts have their own,
 * so that a visit needs few requests (static files are rate limited by address) and the first paint few bytes.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000' } },
});
