import type { Programs } from './find-programs.ts'

interface Node {
  name: string
  folder: string
  rest: number
  postgres: number
  etcd: number
  data: string
}

/** The cluster settings that docs/operations.md requires: no commit is acknowledged before a second machine has it. */
export const settingsOf = ({ name, rest, postgres, etcd, folder, data }: Node, programs: Programs) => ({
  scope: 'apotheca',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 5,
      // Otherwise a primary with a full disk keeps the lock and is restarted again and again without failover.
      primary_start_timeout: 0,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        // WAL files are not recycled, so that a full disk is noticed within one file.
        parameters: { max_connections: 100, wal_log_hints: 'on', wal_recycle: 'off' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `127.0.0.1:${postgres}`,
    connect_address: `127.0.0.1:${postgres}`,
    data_dir: data,
    // Not on the disk that is filled.
    pgpass: `${folder}/pgpass`,
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    bin_dir: programs.postgres,
    authentication: {
      superuser: { username: 'postgres' },
      replication: { username: 'replicator' },
      rewind: { username: 'postgres' },
    },
    // A socket in the data folder would leave a lock file that pg_rewind empties, and a killed server would never
    // restart.
    parameters: { unix_socket_directories: '' },
  },
})

interface Balanced {
  database: number
  entrance: number
  members: readonly { name: string; rest: number; wayPort: number }[]
  portals: readonly number[]
}

export const balancing = ({ database, entrance, members, portals }: Balanced): string => `
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

/** Session pooling: each portal connection is one database connection, as in Debian's PgBouncer (before 1.21). */
export const pooling = ({ pooler, database }: { pooler: number; database: number }): string => `
[databases]
postgres = host=127.0.0.1 port=${database} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 40
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout
server_login_retry = 1
`
