import type { App } from '#platform/feature.ts'
import { composeMailbox } from './compose-mailbox.ts'
import { mailHtml, newestMails } from './queries.ts'

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups"

/** The demo's mailbox: there only while no mail server is configured, because it shows everyone's codes. */
export const mailRoutes = ({ http, db, config }: App): void => {
  if (!config.DEMO || config.SMTP_URL) return

  http.get<{ Querystring: { to?: string } }>(
    '/dev/mailbox',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const mails = await newestMails(db, request.query.to ?? null)
      void reply.header('cache-control', 'no-store')
      if (!/text\/html/.test(request.headers.accept ?? '')) return mails.map(({ html: _, ...mail }) => mail)
      return reply
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send(composeMailbox(mails))
    },
  )

  http.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id',
    { config: { access: 'anyone' } },
    async ({ params }, reply) => {
      const html = /^[0-9a-f-]{36}$/.test(params.id) ? await mailHtml(db, params.id) : null
      if (!html) return reply.status(404).send({ message: 'Mail not found' })
      return reply
        .headers({ 'content-security-policy': mailPolicy, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(html)
    },
  )
}
