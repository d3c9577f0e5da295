import { spawn } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { memoryOf } from './read-usage.ts'
import { projectRoot } from './start-server.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'

export interface Install {
  seconds: number
  /** Peak memory of npm and its child processes in MB, sampled ten times a second. */
  megabytes: number
}

/** `npm ci` into an empty folder, with npm's cache warm from installing this tree. */
export const measureInstall = async (): Promise<Install> => {
  const folder = await makeFolder('install')
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      await copyFile(join(projectRoot, name), join(folder, name))
    const began = performance.now()
    const megabytes = await runNpm(['ci', '--prefer-offline'], folder)
    return { seconds: Math.round((performance.now() - began) / 100) / 10, megabytes }
  } finally {
    await removeFolder(folder)
  }
}

/** Runs npm in the folder and returns its peak memory in MB. */
export const runNpm = (parameters: readonly string[], folder: string): Promise<number> =>
  new Promise((done, failed) => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const child = spawn(npm, [...parameters, '--loglevel=error'], {
      cwd: resolve(folder),
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(child.pid ?? 0))
    }, 100)
    child.on('error', failed)
    child.on('exit', (code) => {
      clearInterval(timer)
      if (code === 0) done(most)
      else failed(new Error(`npm ${parameters.join(' ')} ended with ${code}.`))
    })
  })
