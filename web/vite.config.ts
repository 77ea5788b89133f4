import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Built into the server's package. No inline script or style: the server's CSP allows none.
export default defineConfig({
  plugins: [svelte()],
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
