import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#platform/free-port.ts'
import type { Programs } from './find-programs.ts'
import { openWay } from './open-way.ts'

interface Member {
  name: string
  /** Where Patroni says whether it is the primary. */
  rest: number
  postgres: number
  /** Through which the balancer reaches it. */
  wayPort: number
  way: Awaited<ReturnType<typeof openWay>>
  child: ChildProcess
}

const nobody = 65_534
const isRoot = process.getuid?.() === 0

/** Etcd, three PostgreSQL under Patroni with synchronous replication, and HAProxy before them and before the portals. */
export const startCluster = async (programs: Programs, place: string, portals: readonly number[]) => {
  const owner = isRoot ? ownerOfPostgres() : null
  const folderFor = (name: string): string => {
    const folder = join(place, name)
    mkdirSync(folder, { mode: 0o700 })
    if (owner) chownSync(folder, owner, owner)
    return folder
  }
  chmodSync(place, 0o755)
  const running = new Set<ChildProcess>()
  const start = (name: string, command: string, args: string[]): ChildProcess => {
    const log = openSync(join(place, `${name}.log`), 'a')
    const child = spawn(command, args, {
      // A group of its own, so that a node is killed with all it started.
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
    const file = join(folderFor(name), 'patroni.json')
    const settings = settingsOf({ name, rest, postgres, etcd: client, data: join(place, name, 'data') }, programs)
    writeFileSync(file, JSON.stringify(settings))
    const way = await openWay(wayPort, postgres)
    members.push({ name, rest, postgres, wayPort, way, child: startMember({ name }) })
  }

  const [database, entrance] = [await freePort(), await freePort()]
  const file = join(folderFor('haproxy'), 'haproxy.cfg')
  writeFileSync(file, balancing({ database, entrance, members, portals }))
  if (owner) chownSync(file, owner, owner)
  start('haproxy', programs.haproxy, ['-db', '-f', file])

  const isPrimary = async ({ rest }: Member) => (await statusOf(`${local(rest)}/primary`)) === 200
  const primary = async (): Promise<Member> => {
    for (const until = deadline(); Date.now() < until; await pause(200))
      for (const member of members) if (await isPrimary(member)) return member
    throw new Error('No PostgreSQL became the primary.')
  }
  return {
    database,
    entrance: local(entrance),
    primary,
    /** Without a moment to say goodbye, as a machine whose current fails. */
    kill: ({ name, child }: Member) => killNode(child, join(place, name, 'data')),
    restart: (member: Member) => {
      member.child = startMember(member)
    },
    /** Until all three run, and one of them has whatever was committed. */
    untilWhole: async () => {
      for (const until = deadline(); Date.now() < until; await pause(500)) {
        const states = await Promise.all(members.map(({ rest }) => statusOf(`${local(rest)}/health`)))
        const synchronous = await Promise.all(members.map(({ rest }) => statusOf(`${local(rest)}/synchronous`)))
        if (states.every((state) => state === 200) && synchronous.includes(200)) return
      }
      throw new Error('Not all PostgreSQL run, or none of them follows at once.')
    },
    stop: () => {
      for (const { name, child, way } of members) {
        killNode(child, join(place, name, 'data'))
        way.close()
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
    // It ended meanwhile.
  }
}

/** Patroni and its PostgreSQL, which is in a group of its own. */
const killNode = (patroni: ChildProcess, data: string): void => {
  killGroup(patroni)
  try {
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It does not run.
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

interface Node {
  name: string
  rest: number
  postgres: number
  etcd: number
  data: string
}

/** What docs/operations.md asks of a cluster: no commit is acknowledged that a second machine has not. */
const settingsOf = ({ name, rest, postgres, etcd, data }: Node, programs: Programs) => ({
  scope: 'apotheca',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 5,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${postgres}`,
    connect_address: `127.0.0.1:${postgres}`,
    data_dir: data,
    pgpass: `${data}.pgpass`,
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    bin_dir: programs.postgres,
    authentication: {
      superuser: { username: 'postgres' },
      replication: { username: 'replicator' },
      rewind: { username: 'postgres' },
    },
    // Beside its data a socket would leave a lock that pg_rewind empties, and a server that was killed would never come back.
    parameters: { unix_socket_directories: '' },
  },
})

interface Balanced {
  database: number
  entrance: number
  members: readonly Member[]
  portals: readonly number[]
}

const balancing = ({ database, entrance, members, portals }: Balanced): string => `
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
listen database
  mode tcp
  bind 127.0.0.1:${database}
  option httpchk OPTIONS /primary
${members.map(({ name, rest, wayPort }) => `  server ${name} 127.0.0.1:${wayPort} check port ${rest}`).join('\n')}
listen portal
  mode http
  bind 127.0.0.1:${entrance}
  option httpchk GET /readyz
  option redispatch
  retries 2
${portals.map((port, index) => `  server portal-${index + 1} 127.0.0.1:${port} check`).join('\n')}
`
