// The floor: a bare server that answers a page of 12 products with one PostgreSQL query, and nothing else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 10 })
const page = `
  select id as "_id", name, slug, ndc_number as "ndcNumber", dummy_ndc as "dummyNDC", manufacturer, category, image, price,
    count_in_stock as "countInStock", unit_of_measure as "unitOfMeasure", is_non_stocked as "isNonStocked",
    cold_status as "coldStatus", is_published as "isPublished", rating, num_reviews as "numReviews"
  from product where is_published and deleted_at is null and price >= $1 order by created_at desc, id limit 12`

const server = createServer((_request, response) => {
  pool.query(page, [0]).then(
    ({ rows }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ products: rows })),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
