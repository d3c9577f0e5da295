import { createHash, createHmac } from 'node:crypto'
import { after } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'

interface Stored {
  content: Buffer
  type: string
}

const keyId = 'test-key'
const secret = 'test-secret+with/odd=letters'

/** S3-compatible test buckets on loopback that support a few calls and verify SigV4 signatures. */
export const startBucket = async (bucket = 'pictures') => {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const http = Fastify({ bodyLimit: 64 * 1024 ** 2 })
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  http.addHook('preHandler', async (request, reply) => {
    if (!isSigned(request)) return reply.status(403).type('application/xml').send(failure('SignatureDoesNotMatch'))
    const said = request.headers['x-amz-content-sha256']
    if (said !== createHash('sha256').update(bytesOf(request)).digest('hex'))
      return reply.status(400).type('application/xml').send(failure('XAmzContentSHA256Mismatch'))
  })
  http.put<Call>(`/${bucket}/*`, async (request, reply) => {
    const { partNumber, uploadId } = request.query
    const content = bytesOf(request)
    const source = request.headers['x-amz-copy-source']
    if (typeof source === 'string') {
      const found = objects.get(decodeURIComponent(source).slice(bucket.length + 1))
      if (!found) return reply.status(404).type('application/xml').send(failure('NoSuchKey'))
      objects.set(request.params['*'], found)
      return reply
        .type('application/xml')
        .send(`<CopyObjectResult><ETag>${etagOf(found.content)}</ETag></CopyObjectResult>`)
    }
    if (uploadId) uploads.get(uploadId)?.set(Number(partNumber), content)
    else objects.set(request.params['*'], { content, type: String(request.headers['content-type']) })
    return reply.header('etag', etagOf(content)).send()
  })
  http.post<Call>(`/${bucket}/*`, async (request, reply) => {
    const key = request.params['*']
    void reply.type('application/xml')
    if ('uploads' in request.query) {
      uploads.set(key, new Map())
      return `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`
    }
    const parts = [...(uploads.get(request.query.uploadId ?? '') ?? [])].toSorted(([one], [other]) => one - other)
    const named = [
      ...bytesOf(request)
        .toString()
        .matchAll(/<ETag>(?:&quot;|")?(\w+)/g),
    ].map(([, etag]) => `"${etag}"`)
    // S3 requires at least 5 MB for every part but the last.
    const isFaulty = parts.some(([, { length }], index) => length < 5 * 1024 ** 2 && index < parts.length - 1)
    if (isFaulty || named.join() !== parts.map(([, part]) => etagOf(part)).join())
      return reply.status(400).send(failure('InvalidPart'))
    objects.set(key, { content: Buffer.concat(parts.map(([, part]) => part)), type: '' })
    uploads.delete(key)
    return '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'
  })
  http.get<Call>(`/${bucket}/`, async (request, reply) => {
    const { prefix = '', delimiter, 'continuation-token': from = '' } = request.query
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > from)
      .filter((key) => !delimiter || !key.slice(prefix.length).includes(delimiter))
      .toSorted()
    const page = keys.slice(0, 2)
    const more = keys.length > 2 && `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
    const contents = page
      .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.content.length}</Size></Contents>`)
      .join('')
    return reply.type('application/xml').send(`<ListBucketResult>${contents}${more || ''}</ListBucketResult>`)
  })
  http.get<Call>(`/${bucket}/*`, async (request, reply) => {
    const found = objects.get(request.params['*'])
    if (!found) return reply.status(404).type('application/xml').send(failure('NoSuchKey'))
    return reply.type(found.type || 'application/octet-stream').send(found.content)
  })
  http.delete<Call>(`/${bucket}/*`, async (request, reply) => {
    const { uploadId } = request.query
    if (uploadId) uploads.delete(uploadId)
    else objects.delete(request.params['*'])
    return reply.status(204).send()
  })
  const endpoint = await http.listen({ port: 0, host: '127.0.0.1' })
  after(() => http.close())
  const address = (password = secret) =>
    `s3://${keyId}:${encodeURIComponent(password)}@${bucket}/shop?region=eu-test-1&endpoint=${encodeURIComponent(endpoint)}`
  return { objects, uploads, address }
}

interface Call {
  Params: { '*': string }
  Querystring: Record<string, string | undefined>
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`

const failure = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

const isSigned = ({ method, raw, headers }: FastifyRequest): boolean => {
  const [, scope = '', signed = '', signature = ''] =
    /Credential=test-key\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const [path = '', query = ''] = (raw.url ?? '').split('?')
  const names = signed.split(';')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .toSorted()
      .join('&'),
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
