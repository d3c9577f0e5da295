import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { root } from '#platform/root.ts'

// Enabled before any import, so that the next start finds all code compiled.
enableCompileCache(resolve(root, 'node_modules/.cache/compiled'))
const { runProgram } = await import('./run-portal.ts')
await runProgram()
