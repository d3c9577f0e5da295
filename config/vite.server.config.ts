import { defineConfig } from 'vite'

/**
 * The server as a dozen files instead of six hundred, because finding and compiling each costs a start its time. Packages
 * stay packages, but for those that are hundreds of small files themselves.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // What takes a processor for long is done in a thread, which has a program of its own; side by side, so that what stays a
      // source is found from both.
      input: ['src/portal/main.ts', 'src/portal/work-thread.ts'],
      // Stays a source: installations without the demo never load it.
      external: /^\.\.\/\.\.\/demo\//,
    },
  },
  ssr: { noExternal: ['kysely', 'zod'] },
})
