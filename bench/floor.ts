// The floors that the portal is compared with, as bare node:http servers. `query` reads a page of 12 products with one
// parameterized query; `order` places an order in one bare transaction (floor-order.ts).
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { connect } from '#platform/db/connect.ts'
import { takeOrder } from './floor-order.ts'

type Answer = (request: IncomingMessage) => Promise<string>

const listing = `
  select id as "_id", name, slug, ndc_number as "ndcNumber", is_item_number as "dummyNDC", manufacturer, category, image, price,
    count_in_stock as "countInStock", unit_of_measure as "unitOfMeasure", is_non_stocked as "isNonStocked",
    cold_status as "coldStatus", is_published as "isPublished", rating, num_reviews as "numReviews"
  from product where is_published and deleted_at is null and id > $1 order by id limit 12`

const firstId = '00000000-0000-0000-0000-000000000000'

const byOneQuery =
  (pool: pg.Pool): Answer =>
  async () =>
    JSON.stringify({ products: (await pool.query(listing, [firstId])).rows })

const byOneTransaction =
  (pool: pg.Pool): Answer =>
  async (request) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    return JSON.stringify({ _id: await takeOrder(pool, JSON.parse(body)) })
  }

/** A pool with the portal's size and timeouts. */
const poolLikePortal = () => new pg.Pool(connect({ connectionString: process.env.DATABASE_URL ?? '' }).pool.options)

const answers: Record<string, () => Answer> = {
  query: () => byOneQuery(poolLikePortal()),
  order: () => byOneTransaction(poolLikePortal()),
}

const answer = answers[process.argv[2] ?? '']?.()
if (!answer) throw new Error('Pass a floor: query or order.')

const server = createServer((request, response) => {
  answer(request).then(
    (body) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
