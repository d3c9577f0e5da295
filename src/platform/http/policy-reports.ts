import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { maskAddresses } from './mask-addresses.ts'
import { Refusal } from './refusal.ts'

export const reportAddress = '/api/policy-reports'

const maxBytes = 16 * 1024
const hour = 3_600_000
const fromOneNetwork = 10
const linesAnHour = 100

const text = z._default(z.string(), '')

/** The Reporting API format, which batches reports. */
const Reports = z.array(
  z.object({
    body: z.object({
      effectiveDirective: text,
      blockedURL: text,
      documentURL: text,
      sourceFile: z.nullish(z.string()),
      lineNumber: z.nullish(z.number()),
    }),
  }),
)

/** The format of browsers that only know `report-uri`. */
const Report = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': z.nullish(z.string()),
    'line-number': z.nullish(z.number()),
  }),
})

interface Violation {
  directive: string
  blocked: string
  page: string
  source: string
  line: number | null
}

/**
 * Receives policy violation reports from browsers. Anyone can post here, so a report becomes at most one log line,
 * reduced to places, and both the lines per network and the total are limited.
 */
export const policyReportRoute = (http: FastifyInstance, { RATE_LIMITS }: Config): void => {
  const count = http.createRateLimit({ max: fromOneNetwork * RATE_LIMITS, timeWindow: hour })
  const countLine = http.createRateLimit({ max: linesAnHour, timeWindow: hour, keyGenerator: () => 'all' })

  void http.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: maxBytes },
      door.getDefaultJsonParser('error', 'error'),
    )
    door.post(reportAddress, { config: { access: 'anyone' }, bodyLimit: maxBytes }, async (request, reply) => {
      const limit = RATE_LIMITS === 0 ? null : await count(request)
      if (limit && !limit.isAllowed && limit.isExceeded)
        throw new Refusal(429, 'Too many reports. Please wait a moment.', { retryAfter: limit.ttlInSeconds })
      for (const violation of violationsIn(request.body).slice(0, fromOneNetwork)) {
        const line = await countLine(request)
        if (line.isAllowed || !line.isExceeded)
          request.log.warn({ violation }, 'a page violated its content security policy')
      }
      return reply.status(204).send()
    })
  })
}

const violationsIn = (body: unknown): Violation[] => {
  const one = z.safeParse(Report, body)
  if (one.success) {
    const { 'csp-report': told } = one.data
    return withoutExtensions([
      {
        directive: told['effective-directive'] || told['violated-directive'],
        blocked: told['blocked-uri'],
        page: told['document-uri'],
        source: told['source-file'] ?? '',
        line: told['line-number'] ?? null,
      },
    ])
  }
  const several = z.safeParse(Reports, body)
  if (!several.success) throw new Refusal(400, 'This is not a browser report.')
  return withoutExtensions(
    several.data.map(({ body: told }) => ({
      directive: told.effectiveDirective,
      blocked: told.blockedURL,
      page: told.documentURL,
      source: told.sourceFile ?? '',
      line: told.lineNumber ?? null,
    })),
  )
}

/** Browser extensions violate the policy all the time; that is not our problem. */
const withoutExtensions = (violations: Violation[]): Violation[] =>
  violations
    .filter(({ blocked, source }) => !/^[\w-]+-extension:/.test(source) && !/^[\w-]+-extension:/.test(blocked))
    .map(({ directive, blocked, page, source, line }) => ({
      directive: directive.slice(0, 60),
      blocked: placeOf(blocked),
      page: placeOf(page),
      source: placeOf(source),
      line,
    }))

/** Host and masked path, without the query, which can contain keys and filters. A keyword such as `inline` stays. */
const placeOf = (address: string): string => {
  const url = URL.parse(address)
  if (!url) return /^[a-z-]{1,40}$/.test(address) ? address : ''
  return url.host ? `${url.host}${maskAddresses(url.pathname)}`.slice(0, 200) : url.protocol
}
