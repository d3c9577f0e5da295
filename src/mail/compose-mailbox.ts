import { escapeHtml } from './escape-html.ts'

interface ShownMail {
  id: string
  to: string
  subject: string
  text: string
  createdAt: Date
}

const clock = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The page of the demo's mailbox: every email the portal wrote, newest first, readable without a script. */
export const composeMailbox = (mails: readonly ShownMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Demo mailbox</title>
<style>${styles}</style>
</head>
<body>
<header><h1>Demo mailbox</h1><p>Mails that the portal would send, newest first. Reload to see new ones. <a href="/">Back to the portal</a></p></header>
<main>
${mails.length === 0 ? '<p class="empty">No mail yet. Ask for a verification code at checkout and it arrives here.</p>' : mails.map(itemOf).join('\n')}
</main>
</body>
</html>`

const itemOf = ({ id, to, subject, text, createdAt }: ShownMail): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(to)} · <time datetime="${createdAt.toISOString()}">${clock.format(createdAt)}</time> · <a href="/dev/mailbox/${id}">as sent</a></p>
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
