import { defineConfig } from 'vite'

/**
 * Bundles the server into a dozen files instead of 600, because finding and compiling each file slows down the start.
 * Packages stay external, except those that consist of hundreds of small files.
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
      // CPU-intensive work runs in a worker thread with its own entry file, in the same folder, so that relative paths
      // to sources work from both.
      input: ['src/portal/main.ts', 'src/portal/work-thread.ts'],
      // Stays a source file: installations without the demo never load it.
      external: /^\.\.\/\.\.\/demo\//,
    },
  },
  ssr: { noExternal: ['kysely', 'zod'] },
})
