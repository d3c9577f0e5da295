import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { builtVersion as version } from '../version.ts'

/** What has to be in memory before the process can serve. */
interface Needed {
  readonly isLoaded: boolean
  /** Begins to load it, unless that has begun. */
  load(): void
}

interface Facts {
  catalogue: Needed
  /** What is amiss though it serves: no reason to lead people elsewhere. */
  findWarnings(): Promise<string[]>
}

/** A supervisor asks every few seconds and waits no longer, whatever the database does. */
const maxMilliseconds = 2_000

const probeDatabase = async (db: Db, findWarnings: Facts['findWarnings']): Promise<string[]> => {
  await sql`select 1`.execute(db)
  return findWarnings()
}

/**
 * For supervisors and load balancers: does the process live, and can it serve? After `drain` it still does, says that it
 * is about to go, and takes no connection along.
 */
export const healthRoutes = (http: FastifyInstance, db: Db, { catalogue, findWarnings }: Facts): { drain(): void } => {
  let isDraining = false
  const drain = () => {
    isDraining = true
  }
  http.addHook('preClose', async () => {
    drain()
    // A connection that is kept would hold the stop up.
    http.server.keepAliveTimeout = 1_000
  })
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) void reply.header('connection', 'close')
    done()
  })

  const quiet = { config: { access: 'anyone' }, logLevel: 'silent' } as const

  http.get('/healthz', quiet, async () => ({ status: 'ok', version }))

  http.get('/readyz', quiet, async (_request, reply) => {
    if (isDraining) return reply.status(503).send({ status: 'stopping' })
    const asked = probeDatabase(db, findWarnings).catch(() => null)
    const warnings = await Promise.race([asked, pause(maxMilliseconds, null, { ref: false })])
    if (!warnings) return reply.status(503).send({ status: 'the database does not answer' })
    if (!catalogue.isLoaded) {
      catalogue.load()
      return reply.status(503).send({ status: 'loading the catalog' })
    }
    return { status: 'ready', ...(warnings.length > 0 && { warnings }) }
  })
  return { drain }
}
