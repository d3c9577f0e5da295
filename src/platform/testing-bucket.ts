import { createHash, createHmac } from 'node:crypto'
import { after } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'

interface Stored {
  content: Buffer
  type: string
}

const keyId = 'test-key'
const secret = 'test-secret+with/odd=letters'

/** A bucket on loopback that knows three calls of S3 and checks the signature of each as S3 does (SigV4). */
export const startBucket = async () => {
  const objects = new Map<string, Stored>()
  const http = Fastify()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  http.addHook('preHandler', async (request, reply) => {
    if (!isSigned(request)) return reply.status(403).type('application/xml').send(failure('SignatureDoesNotMatch'))
  })
  http.put<{ Params: { '*': string } }>('/pictures/*', async (request, reply) => {
    const content = request.body as Buffer // by the parser above
    const said = String(request.headers['x-amz-content-sha256'])
    if (said !== createHash('sha256').update(content).digest('hex'))
      return reply.status(400).type('application/xml').send(failure('XAmzContentSHA256Mismatch'))
    objects.set(request.params['*'], { content, type: String(request.headers['content-type']) })
    return reply.header('etag', '"x"').send()
  })
  http.get<{ Params: { '*': string } }>('/pictures/*', async (request, reply) => {
    const found = objects.get(request.params['*'])
    if (!found) return reply.status(404).type('application/xml').send(failure('NoSuchKey'))
    return reply.type(found.type).send(found.content)
  })
  http.delete<{ Params: { '*': string } }>('/pictures/*', async (request, reply) => {
    objects.delete(request.params['*'])
    return reply.status(204).send()
  })
  const endpoint = await http.listen({ port: 0, host: '127.0.0.1' })
  after(() => http.close())
  const address = (password = secret) =>
    `s3://${keyId}:${encodeURIComponent(password)}@pictures/shop?region=eu-test-1&endpoint=${encodeURIComponent(endpoint)}`
  return { objects, address }
}

const failure = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

const isSigned = ({ method, raw, headers }: FastifyRequest): boolean => {
  const [, scope = '', signed = '', signature = ''] =
    /Credential=test-key\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = (raw.url ?? '').split('?')
  const names = signed.split(';')
  const canonical = [
    method,
    path,
    query.split('&').filter(Boolean).toSorted().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((last, part) => mac(last, part), `AWS4${secret}`)
  return mac(key, toSign).toString('hex') === signature && names.includes('host')
}

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
