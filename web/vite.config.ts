import { svelte } from '@sveltejs/vite-plugin-svelte';
import icons from 'unplugin-icons/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte(), icons({ compiler: 'svelte', defaultClass: 'icon', scale: 1 })],
  build: {
    target: 'es2023',
    // A page of a table loads the shell and one game; the other games' faces come when they are needed.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // `npx vite` beside a running server: ROUNDTABLE_API says where that is.
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env.ROUNDTABLE_API ?? 'http://127.0.0.1:8080', ws: true } },
  },
});
