import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync, readdirSync } from 'node:fs';
import { type Plugin, defineConfig } from 'vite';

/** The rules in our own words, beside the page that shows them. */
function rules(): Plugin {
  const folder = new URL('../docs/rules/', import.meta.url);
  return {
    name: 'rules',
    generateBundle() {
      for (const fileName of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `rules-text/${fileName}`, source: readFileSync(new URL(fileName, folder)) });
      }
    },
  };
}

// Built into the server's package. No inline script or style: the server's CSP allows none.
export default defineConfig({
  plugins: [svelte(), rules()],
  base: '/',
  build: {
    outDir: '../src/kafelki/server/static/app',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8321', ws: true }, '/health': 'http://127.0.0.1:8321' } },
});
