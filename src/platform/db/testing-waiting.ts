import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Waits until so many statements of this database are waiting for locks; other test files share the server. */
export const untilWaiting = async (pool: Pool, count = 1): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((rows[0]?.waiting ?? 0) >= count) return
    await setImmediate()
  }
}
