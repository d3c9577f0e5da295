import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const bringer = resolve(import.meta.dirname, '../src/web/bring-files.ts')

/**
 * The bundler wraps every `import()` into a function that names the files in the page's head: what fails there is never asked
 * for again. The portal's own function of the same shape fetches them first.
 */
export const bringFirst = (): Plugin => {
  let isReplaced = false
  return {
    name: 'bring-first',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // The map would share it with the first page, and every browser that the build is for preloads modules itself.
          polyfill: false,
          // A file that needs no other is brought, too.
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...needed])] : needed,
        },
      },
    }),
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => {
        isReplaced = true
        return { code: `export { bringFiles as __vitePreload } from ${JSON.stringify(bringer)}`, map: null }
      },
    },
    buildEnd: function (error) {
      if (!error && !isReplaced) this.error('The bundler wraps imports in another way: bring-first.ts must follow.')
    },
  }
}
