import type { App } from '#platform/feature.ts'
import type { Db } from '#platform/db/tables.ts'
import { dressEmail } from './brand-marks.ts'
import { escapeHtml } from './escape-html.ts'

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups"

/** The demo mailbox. It exists only in the demo without a mail server, because it shows everyone's codes. */
export const mailRoutes = ({ http, db, config, brand }: App): void => {
  if (!config.DEMO || config.SMTP_URL) return

  http.get<{ Querystring: { to?: string } }>(
    '/dev/mailbox',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const mails = (await newestMails(db, request.query.to ?? null)).map((mail) => {
        const { subject, text } = dressEmail(brand(), mail)
        return { id: mail.id, to: mail.to, subject, text, createdAt: mail.createdAt, file: mail.file }
      })
      void reply.header('cache-control', 'no-store')
      if (!/text\/html/.test(request.headers.accept ?? '')) return mails
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
      const mail = /^[0-9a-f-]{36}$/.test(params.id) ? await mailOf(db, params.id) : undefined
      if (!mail) return reply.status(404).send({ message: 'Email not found' })
      return reply
        .headers({ 'content-security-policy': mailPolicy, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(withItsPicture(dressEmail(brand(), mail)))
    },
  )

  http.get<{ Params: { id: string } }>(
    '/dev/mailbox/:id/file',
    { config: { access: 'anyone' } },
    async ({ params }, reply) => {
      const file = /^[0-9a-f-]{36}$/.test(params.id) ? await fileOf(db, params.id) : undefined
      if (!file) return reply.status(404).send({ message: 'File not found' })
      return reply.header('cache-control', 'no-store').type('application/pdf').send(file.content)
    },
  )
}

const maxShown = 100

/** The newest emails, newest first. */
const newestMails = async (db: Db, recipient: string | null) => {
  let mails = db
    .selectFrom('mail')
    .leftJoin('mail_attachment', 'mail_id', 'id')
    .select(['id', 'recipient as to', 'subject', 'body', 'html', 'created_at as createdAt', 'name as file'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
  if (recipient) mails = mails.where('recipient', '=', recipient)
  return mails.execute()
}

const mailOf = (db: Db, id: string) =>
  db.selectFrom('mail').select(['subject', 'html', 'body']).where('id', '=', id).executeTakeFirst()

const fileOf = (db: Db, mailId: string) =>
  db.selectFrom('mail_attachment').select('content').where('mail_id', '=', mailId).executeTakeFirst()

/** Inlines the logo, which a mail program would take from the attachments. */
const withItsPicture = ({ html, logo }: ReturnType<typeof dressEmail>): string =>
  html.replace('src="cid:logo"', `src="data:image/png;base64,${logo?.toString('base64') ?? ''}"`)

interface ShownMail {
  id: string
  to: string
  subject: string
  text: string
  createdAt: Date
  /** File name of the attachment. */
  file: string | null
}

const clock = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The mailbox page: all emails, newest first, readable without scripts. */
const composeMailbox = (mails: readonly ShownMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Demo mailbox</title>
<style>${styles}</style>
</head>
<body>
<header><h1>Demo mailbox</h1><p>Emails the portal would send, newest first. Reload the page to see new ones. <a href="/">Back to the portal</a></p></header>
<main>
${mails.length === 0 ? '<p class="empty">No email yet. Request a verification code at checkout and it will appear here.</p>' : mails.map(itemOf).join('\n')}
</main>
</body>
</html>`

const itemOf = ({ id, to, subject, text, createdAt, file }: ShownMail): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(to)} · <time datetime="${createdAt.toISOString()}">${clock.format(createdAt)}</time> · <a href="/dev/mailbox/${id}">as sent</a>${file ? ` · <a href="/dev/mailbox/${id}/file">${escapeHtml(file)}</a>` : ''}</p>
<pre>${escapeHtml(text)}</pre>
</article>`

const styles = `
:root { color-scheme: light dark; --ink: #17211f; --soft: #54615f; --line: #dfe4e1; --ground: #f4f5f3; --paper: #fff; --link: #0b5c53 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ecea; --soft: #a3b1ad; --line: #2b3835; --ground: #101716; --paper: #18211f; --link: #6fd0c1 } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 760px; margin: 0 auto; padding: 16px }
h1 { margin: 8px 0 0; font-size: 22px } h2 { margin: 0; font-size: 16px }
header p, .meta { margin: 4px 0 0; color: var(--soft) } a { color: var(--link) }
article, .empty { margin: 0 0 12px; padding: 16px; background: var(--paper); border: 1px solid var(--line); border-radius: 6px }
pre { margin: 12px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace }
`
