import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { addProducts } from '#catalogue/add-products.ts'
import { catalogue } from '#catalogue/contract.ts'
import { buildPortal, type Portal } from '#portal/app.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { connect } from '../db/connect.ts'
import { type Channel, listen } from '../db/listen.ts'
import { startTestPortal } from '#portal/testing.ts'
import { catalogueChannel } from './page-cache.ts'

const portal = await startTestPortal()
const others = connect(portal.connection, 4)
const other = await buildPortal({ config: portal.config, db: others.db, erp: connectErp(portal.config) })

await addProducts(portal.db, [
  { name: 'Aspirin 81 mg tablet', ndc_number: '11111-2222-33', price: 4.5, count_in_stock: 7, is_published: true },
])

/** Listens as the server does, and tells when a change was heard. */
const hear = async ({ pages }: Portal) => {
  const waiting: (() => void)[] = []
  const ready = Promise.withResolvers<void>()
  const channel: Channel = {
    name: catalogueChannel,
    heard: () => {
      pages.forget()
      for (const tell of waiting.splice(0)) tell()
    },
    ready: () => {
      pages.open()
      ready.resolve()
    },
    lost: pages.close,
  }
  const line = listen(others.pool, [channel])
  await ready.promise
  return { next: () => new Promise<void>((done) => waiting.push(done)), stop: line.stop }
}

const listenOn = async ({ http }: Portal) => {
  await http.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
}

const [one, two] = [await listenOn(portal), await listenOn(other)]
const [heardByOne, heardByTwo] = [await hear(portal), await hear(other)]
after(async () => {
  heardByOne.stop()
  heardByTwo.stop()
  await other.http.close()
  await others.close()
})

const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'identity', ...headers } })
  const text = await answer.text()
  return { answer, text, etag: answer.headers.get('etag') }
}

const listing = '/api/products/search'
const product = '/api/products/slug/11111-2222-33'

describe('what visitors ask for again and again', () => {
  for (const path of [listing, product, '/api/products/categories'])
    it(`is the same answer from memory: ${path}`, async () => {
      const first = await read(one + path)
      const again = await read(one + path)
      assert.equal(first.etag, null)
      assert.ok(again.etag, 'the second answer comes from memory')
      assert.equal(again.text, first.text)
      assert.equal(again.answer.headers.get('cache-control'), 'no-cache')
      assert.match(again.answer.headers.get('vary') ?? '', /authorization/)
      assert.equal(again.answer.headers.get('x-content-type-options'), 'nosniff')
    })

  it('is not sent again to a browser that has it', async () => {
    const { etag } = await read(one + listing)
    const { answer, text } = await read(one + listing, { 'if-none-match': etag ?? '' })
    assert.equal(answer.status, 304)
    assert.equal(text, '')
    assert.equal((await read(one + listing, { 'if-none-match': '"another"' })).answer.status, 200)
  })

  it('reads the same when it travels compressed', async () => {
    const plain = await read(one + product)
    const packed = await read(one + product, { 'accept-encoding': 'br' })
    assert.equal(packed.text, plain.text)
  })
})

describe('a change', () => {
  it('is seen at the next visit, whichever process made it', async () => {
    for (const address of [one, two]) {
      await read(address + listing)
      assert.ok((await read(address + listing)).etag)
    }
    const heard = Promise.all([heardByOne.next(), heardByTwo.next()])
    await portal.db.updateTable('product').set({ count_in_stock: 3 }).execute()
    await heard
    for (const address of [one, two]) {
      const { text, etag } = await read(address + listing)
      assert.equal(etag, null)
      assert.match(text, /"countInStock":3/)
    }
  })

  it('that comes while an answer is made keeps that answer from being kept', () => {
    const keep = portal.pages.begin('/an/address')
    portal.pages.forget()
    keep('old')
    assert.equal(portal.pages.peek('/an/address'), undefined)
  })
})

describe('memory is for visitors alone', () => {
  it('a signed-in buyer gets his own answer', async () => {
    await read(one + listing)
    await read(one + listing)
    const buyer = await portal.addUser()
    const { answer, text, etag } = await read(one + listing, { authorization: `Bearer ${buyer.token}` })
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(etag, null)
    assert.equal(JSON.parse(text).products.length, 1)
    assert.equal((await read(one + listing, { authorization: 'Bearer dead' })).answer.status, 401)
  })

  it('what a buyer was answered is not kept', async () => {
    const buyer = await portal.addUser()
    const own = '/api/products/search?query=aspirin&favourites=true'
    await portal.call(catalogue.addFavourite, { body: { slug: '11111-2222-33', email: buyer.email }, as: buyer })
    assert.match((await read(one + own, { authorization: `Bearer ${buyer.token}` })).text, /Aspirin/)
    assert.doesNotMatch((await read(one + own)).text, /Aspirin/)
  })

  it('a refusal is not kept', async () => {
    for (const _ of [1, 2]) {
      const { answer, etag } = await read(`${one}/api/products/slug/none`)
      assert.equal(answer.status, 404)
      assert.equal(etag, null)
    }
  })

  it('nothing is kept while changes cannot be heard', async () => {
    portal.pages.close()
    await read(one + listing)
    assert.equal((await read(one + listing)).etag, null)
    portal.pages.open()
  })
})

describe('a visitor’s first page', () => {
  const answersIn = (page: string): Record<string, unknown> =>
    JSON.parse(/<script[^>]*id="first-answers"[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? 'null')
  const pageAt = (path: string) => read(one + path, { accept: 'text/html' })

  it('brings the answers to what its screen asks first, in memory or not', async () => {
    const { text: known } = await read(one + listing)
    const categories = '/api/products/categories'
    const answers = answersIn((await pageAt('/')).text)
    assert.deepEqual(answers[listing], JSON.parse(known))
    assert.deepEqual(answers[categories], JSON.parse((await read(one + categories)).text))
    const filtered = '?category=Dermatology&page=2'
    for (const _ of ['made', 'from memory'])
      assert.deepEqual(Object.keys(answersIn((await pageAt(`/search${filtered}`)).text)), [
        listing + filtered,
        categories,
      ])
    const product = '/api/products/slug/11111-2222-33'
    assert.deepEqual(Object.keys(answersIn((await pageAt('/product/11111-2222-33')).text)), [product])
  })

  it('brings nothing where nothing is asked, or where the answer is a refusal', async () => {
    assert.deepEqual(answersIn((await pageAt('/signin')).text), {})
    // As it stands: clients of more manners would tidy the address up.
    const rawPageAt = async (path: string) => {
      const asked = get(one, { path, headers: { accept: 'text/html' } })
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return text(response)
    }
    for (const path of ['/product/none', '/product/', '/product/a/b', String.raw`/product/..\..\..\healthz`])
      assert.deepEqual(answersIn(await rawPageAt(path)), {}, path)
  })

  it('does not wait for an answer that takes long', async () => {
    const line = await others.pool.connect()
    await line.query('begin')
    await line.query('lock table product')
    portal.pages.forget()
    const { answer, text } = await pageAt('/product/11111-2222-33')
    await line.query('rollback')
    line.release()
    assert.equal(answer.status, 200)
    assert.deepEqual(answersIn(text), {})
  })

  it('links the files of its screen', async () => {
    const { text } = await pageAt('/product/11111-2222-33')
    assert.match(text, /<link rel="modulepreload"[^>]* href="\/assets\/product-screen-[^"]+\.js">/)
    assert.doesNotMatch((await pageAt('/signin')).text, /product-screen/)
  })

  it('stays a page, whatever a product is called', async () => {
    const heard = heardByOne.next()
    await addProducts(portal.db, [
      { name: '</script><script>alert(1)</script>', ndc_number: '1-1', is_published: true },
    ])
    await heard
    await read(one + listing)
    const { text } = await pageAt('/')
    assert.ok(!text.includes('<script>alert(1)'))
    assert.match(JSON.stringify(answersIn(text)), /<script>alert\(1\)/)
  })

  it('reads the same when it travels compressed', async () => {
    const { text, answer } = await read(one, { accept: 'text/html', 'accept-encoding': 'br' })
    assert.equal(answer.headers.get('content-encoding'), 'br')
    assert.match(text, /<div id="root">/)
  })
})
