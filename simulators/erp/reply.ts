import { ODataError } from './odata-error.ts'

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  /** `service/Set`, the name a fault is matched by. */
  resource: string
}

export type Reply = { status: number; headers: Record<string, string | string[]>; body: string | Buffer }

export const header = (call: Call, name: string) => {
  const value = call.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}

export const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json;charset=utf-8', dataserviceversion: '2.0' },
  body: JSON.stringify(body),
})

export const text = (status: number, type: string, body: string): Reply => ({
  status,
  headers: { 'content-type': `${type};charset=utf-8` },
  body,
})

export const empty = (status: number): Reply => ({ status, headers: {}, body: '' })

export const html = (status: number, title: string): Reply =>
  text(
    status,
    'text/html',
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>The request could not be served.</p></body></html>`,
  )

export const odataError = (status: number, message: string, code = ''): Reply => {
  const reply = json(status, { error: { code, message: { lang: 'en', value: message } } })
  const sapMessage = JSON.stringify({ code, message, severity: 'error', details: [] })
  // header values are Latin-1; the escape is valid JSON and keeps any text
  reply.headers['sap-message'] = sapMessage.replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return reply
}

export const serviceUnavailable = (): Reply => html(503, 'Service Unavailable')

/** Gives the reply, or the error body when the business declines. */
export const answering = (act: () => Reply): Reply => {
  try {
    return act()
  } catch (error) {
    if (error instanceof ODataError) return odataError(error.status, error.message, error.code)
    throw error
  }
}
