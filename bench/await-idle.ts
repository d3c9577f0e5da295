import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const seconds = { quiet: 3, most: 60 }

/** Waits for the one-time work after a start or a large import, so that it does not add to the measured load. */
export const awaitIdlePortal = async (pool: pg.Pool): Promise<void> => {
  let quiet = 0
  for (let waited = 0; waited < seconds.most && quiet < seconds.quiet; waited++) {
    await pause(1_000)
    const { rowCount } = await pool.query(`
      select from job where locked_until > now()
      union all select from pg_stat_activity where backend_type = 'autovacuum worker' limit 1`)
    quiet = rowCount ? 0 : quiet + 1
  }
  if (quiet < seconds.quiet)
    console.log(`The portal has been busy with jobs for ${seconds.most} s; they disturb the figures.`)
  // Otherwise the checkpoint of these changes would run during the load.
  await pool.query('checkpoint')
}
