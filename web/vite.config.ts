import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// `npm run dev` talks to a hall on its usual port; the build is plain files that the hall serves.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  // Tests run the client as a browser would.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  // Nothing takes this long unless something hangs: a busy machine is slow, not wrong.
  test: { environment: 'jsdom', include: ['tests/*.test.ts'], setupFiles: ['tests/browser.ts'], testTimeout: 300_000 },
}))
