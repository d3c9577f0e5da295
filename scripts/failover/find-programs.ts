import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Programs {
  etcd: string
  patroni: string
  haproxy: string
  /** '' if the portals connect without it. */
  pgbouncer: string
  /** The folder with PostgreSQL's programs. */
  postgres: string
  /** Environment variables that let unpacked, uninstalled programs find their libraries. */
  environment: Record<string, string>
}

/** Package names that differ from the program's name. */
const packages: Record<string, string> = { etcd: 'etcd-server', postgres: 'postgresql' }

/**
 * Finds Debian's programs in PATH or in a folder with unpacked packages (`dpkg -x`); or returns the missing packages.
 */
export const findPrograms = (folder: string, isPooled: boolean): Programs | string[] => {
  const below = (...names: string[]) => names.map((name) => join(folder, name))
  const places = [
    ...(folder ? below('usr/bin', 'usr/sbin') : []),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
  ]
  const find = (name: string) => places.map((place) => join(place, name)).find((path) => existsSync(path)) ?? ''
  const needed = { etcd: find('etcd'), patroni: find('patroni'), haproxy: find('haproxy') }
  const pgbouncer = isPooled ? find('pgbouncer') : ''
  const postgres = newestPostgres([...below('usr/lib/postgresql'), '/usr/lib/postgresql'])
  const missing = Object.entries({ ...needed, postgres, ...(isPooled && { pgbouncer }) }).flatMap(([name, path]) =>
    path ? [] : [packages[name] ?? name],
  )
  if (missing.length > 0) return missing
  const environment = folder
    ? {
        PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
        LD_LIBRARY_PATH: below('usr/lib', 'usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu').join(delimiter),
      }
    : {}
  return { ...needed, pgbouncer, postgres, environment }
}

const newestPostgres = (folders: string[]): string => {
  const found = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((release) => Number(release) >= 15 && existsSync(join(folder, release, 'bin/postgres')))
        .map((release) => ({ release: Number(release), path: join(folder, release, 'bin') })),
    )
  return found.toSorted((one, other) => other.release - one.release)[0]?.path ?? ''
}
