import { contactWords, demoWords } from '#shared/contact-words.ts'
import { portalSettings } from '../portal-settings.ts'

const contact = contactWords(portalSettings)
const demo = demoWords(portalSettings)

/** The static page shows the same words before the code loads. Phones have them in the footer after the first visit. */
export function ContactLine({ className }: { className: string | undefined }) {
  if (contact.length + demo.length === 0) return null
  return (
    <div className={className}>
      <span>
        <Words words={contact} />
      </span>
      {demo.length > 0 && (
        <span>
          <Words words={demo} />
        </span>
      )}
    </div>
  )
}

function Words({ words }: { words: typeof contact }) {
  return words.map(({ text, href }) =>
    href ? (
      <a key={text} href={href}>
        {text}
      </a>
    ) : (
      text
    ),
  )
}
