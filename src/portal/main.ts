import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { root } from '#platform/root.ts'

// Before anything else is loaded: the next start finds all of it compiled.
enableCompileCache(resolve(root, 'node_modules/.cache/compiled'))
const { runProgram } = await import('./run-portal.ts')
await runProgram()
