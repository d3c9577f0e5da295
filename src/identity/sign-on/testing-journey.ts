import assert from 'node:assert/strict'
import type { TestPortal } from '#portal/testing.ts'
import { signOn } from './contract.ts'

/**
 * Does what a browser does between the button and the answer, cookies included; `change` tampers with the returned
 * query.
 */
export const signOnBy = async (
  portal: TestPortal,
  { email, change = (query) => query }: { email?: string; change?: (query: string) => string } = {},
) => {
  const trip = await visitProvider(portal, email)
  return portal.send({
    method: 'POST',
    url: signOn.finish.path,
    payload: { way: trip.way, query: change(trip.query) },
    headers: { cookie: trip.cookie },
  })
}

/** To the provider and back, up to the portal's page. */
export const visitProvider = async (portal: TestPortal, email?: string) => {
  const { status, body, raw } = await portal.call(signOn.begin, { body: email === undefined ? {} : { email } })
  assert.equal(status, 200, body.message)
  const page = await (await fetch(body.url)).text()
  const back = new URL(/href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '')
  const cookie = String(raw.headers['set-cookie']).split(';')[0] ?? ''
  return { back, way: back.pathname.split('/').at(-1) ?? '', query: back.search, cookie, begun: body.url, raw }
}
