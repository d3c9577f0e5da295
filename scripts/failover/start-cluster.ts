import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#platform/free-port.ts'
import { balancing, pooling, settingsOf } from './cluster-settings.ts'
import type { Programs } from './find-programs.ts'
import { openWay } from './open-way.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

interface Member {
  name: string
  /** The Patroni port that reports whether the node is the primary. */
  rest: number
  postgres: number
  /** The port through which the load balancer reaches it. */
  wayPort: number
  way: Awaited<ReturnType<typeof openWay>>
  /** The disk for its data; null if none can be mounted. */
  disk: SmallDisk | null
  child: ChildProcess
}

const nobody = 65_534
const isRoot = process.getuid?.() === 0

/**
 * Starts etcd, three PostgreSQL nodes under Patroni with synchronous replication, HAProxy for the primary and the
 * portals, and PgBouncer.
 */
export const startCluster = async (programs: Programs, place: string, portals: readonly number[]) => {
  const owner = isRoot ? ownerOfPostgres() : null
  const folderFor = (name: string): string => {
    const folder = join(place, name)
    mkdirSync(folder, { mode: 0o700 })
    give(folder)
    return folder
  }
  const dataOf = (name: string) => join(place, name, 'disk', 'data')
  const give = (path: string) => owner && chownSync(path, owner, owner)
  chmodSync(place, 0o755)
  const running = new Set<ChildProcess>()
  const start = (name: string, command: string, args: string[]): ChildProcess => {
    const log = openSync(join(place, `${name}.log`), 'a')
    const child = spawn(command, args, {
      // A separate process group, so that a node is killed with all its children.
      detached: true,
      stdio: ['ignore', log, log],
      cwd: place,
      env: { ...process.env, ...programs.environment },
      ...(owner && { uid: owner, gid: owner }),
    })
    running.add(child)
    return child
  }

  const [client, peer] = [await freePort(), await freePort()]
  const local = (port: number) => `http://127.0.0.1:${port}`
  start('etcd', programs.etcd, [
    `--data-dir=${join(folderFor('etcd'), 'data')}`,
    '--name=one',
    '--enable-v2=true',
    `--listen-client-urls=${local(client)}`,
    `--advertise-client-urls=${local(client)}`,
    `--listen-peer-urls=${local(peer)}`,
    `--initial-advertise-peer-urls=${local(peer)}`,
    `--initial-cluster=one=${local(peer)}`,
  ])

  const startMember = ({ name }: Pick<Member, 'name'>) =>
    start(name, programs.patroni, [join(place, name, 'patroni.json')])
  const members: Member[] = []
  for (const name of ['one', 'two', 'three']) {
    const [rest, postgres, wayPort] = [await freePort(), await freePort(), await freePort()]
    const folder = folderFor(name)
    const mounted = folderFor(join(name, 'disk'))
    const disk = mountSmallDisk(join(place, `${name}.disk`), mounted)
    give(mounted)
    const settings = settingsOf({ name, rest, postgres, etcd: client, folder, data: dataOf(name) }, programs)
    writeFileSync(join(folder, 'patroni.json'), JSON.stringify(settings))
    const way = await openWay(wayPort, postgres)
    members.push({ name, rest, postgres, wayPort, way, disk, child: startMember({ name }) })
  }

  const [database, entrance, pooler] = [await freePort(), await freePort(), await freePort()]
  const write = (name: string, text: string): string => {
    const file = join(folderFor(name), `${name}.cfg`)
    writeFileSync(file, text)
    give(file)
    return file
  }
  start('haproxy', programs.haproxy, [
    '-db',
    '-f',
    write('haproxy', balancing({ database, entrance, members, portals })),
  ])
  if (programs.pgbouncer) start('pgbouncer', programs.pgbouncer, [write('pgbouncer', pooling({ pooler, database }))])

  const isPrimary = async ({ rest }: Member) => (await statusOf(`${local(rest)}/primary`)) === 200
  const primary = async (other?: Member): Promise<Member> => {
    for (const until = deadline(); Date.now() < until; await pause(200))
      for (const member of members) if (member !== other && (await isPrimary(member))) return member
    throw new Error('No PostgreSQL node became the primary.')
  }
  return {
    database,
    pooler,
    entrance: local(entrance),
    isPrimary,
    /** Waits for a primary; if a former one is given, for a different one. */
    primary,
    /** Without a graceful shutdown, like a power failure. */
    kill: ({ name, child }: Member) => killNode(child, dataOf(name)),
    restart: (member: Member) => {
      member.child = startMember(member)
    },
    /** Waits until all three nodes run and one of them has all commits. */
    untilWhole: async () => {
      for (const until = deadline(); Date.now() < until; await pause(500)) {
        const states = await Promise.all(members.map(({ rest }) => statusOf(`${local(rest)}/health`)))
        const synchronous = await Promise.all(members.map(({ rest }) => statusOf(`${local(rest)}/synchronous`)))
        if (states.every((state) => state === 200) && synchronous.includes(200)) return
      }
      throw new Error('Not all PostgreSQL nodes run, or no replica is synchronous.')
    },
    stop: () => {
      for (const { name, child, way, disk } of members) {
        killNode(child, dataOf(name))
        way.close()
        disk?.unmount()
      }
      for (const child of running) killGroup(child)
    },
  }
}

const longestSettlingMinutes = 4
const deadline = () => Date.now() + longestSettlingMinutes * 60_000

const killGroup = ({ pid, exitCode, signalCode }: ChildProcess): void => {
  if (!pid || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has exited in the meantime.
  }
}

/** Kills Patroni and its PostgreSQL, which has a separate process group. */
const killNode = (patroni: ChildProcess, data: string): void => {
  killGroup(patroni)
  try {
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It is not running.
  }
}

const ownerOfPostgres = (): number => {
  try {
    return Number(execFileSync('id', ['-u', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return nobody
  }
}

const statusOf = (address: string): Promise<number> =>
  fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => 0,
  )
