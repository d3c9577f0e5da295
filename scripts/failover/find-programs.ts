import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Programs {
  etcd: string
  patroni: string
  haproxy: string
  /** '' where the portals reach the balancer without it. */
  pgbouncer: string
  /** The folder with PostgreSQL's own. */
  postgres: string
  /** What programs that were unpacked, and not installed, need to find their parts. */
  environment: Record<string, string>
}

/** Where a program's package is not called as it is. */
const packages: Record<string, string> = { etcd: 'etcd-server', postgres: 'postgresql' }

/** Debian's, from PATH or from a folder into which their packages were unpacked (`dpkg -x`); or the packages that are missing. */
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
