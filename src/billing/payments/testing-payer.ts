import type pg from 'pg'
import { connectErp } from '#erp/connect-erp.ts'
import { buildPortal } from '#portal/app.ts'
import { readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'

export interface PayerOrders {
  connection: pg.PoolConfig
  environment: Record<string, string>
  method: 'PUT' | 'POST'
  url: string
  token: string
  body: object
}

/** A portal in its own process that answers one request, for tests that kill it. */
const answerOnce = async ({ connection, environment, method, url, token, body }: PayerOrders): Promise<void> => {
  const config = readConfig(environment)
  const { db } = connect(connection, 4)
  const { http } = await buildPortal({ config, db, erp: connectErp(config) })
  const { statusCode } = await http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  })
  process.stdout.write(`answered ${statusCode}\n`)
  process.exit(0)
}

await answerOnce(JSON.parse(process.argv[2] ?? '{}') as PayerOrders) // written by the test that started this process
