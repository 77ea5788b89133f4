import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync, readdirSync } from 'node:fs';
import { type Plugin, defineConfig, runnerImport } from 'vite';

/** The rules in our own words, beside the page that shows them. Each text names every picture of its game once. */
function rules(): Plugin {
  const folder = new URL('../docs/rules/', import.meta.url);
  return {
    name: 'rules',
    async generateBundle() {
      for (const fileName of readdirSync(folder)) {
        const source = readFileSync(new URL(fileName, folder), 'utf8');
        const named = [...source.matchAll(/^<!-- figure: (\w+) -->$/gm)].map((hit) => hit[1]).sort().join(' ');
        const { module } = await runnerImport<{ CAPTIONS: object }>(`./src/games/${fileName.split('.')[0] ?? ''}/figures.ts`, { configFile: false });
        const drawn = Object.keys(module.CAPTIONS).sort().join(' ');
        if (named !== drawn) this.error(`docs/rules/${fileName} names the pictures ${named}; drawn are ${drawn}`);
        this.emitFile({ type: 'asset', fileName: `rules-text/${fileName}`, source });
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
