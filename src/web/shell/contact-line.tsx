import { contactWords, demoWords } from '#shared/contact-words.ts'
import { portalSettings } from '../portal-settings.ts'
import styles from './contact-line.module.css'

const contact = contactWords(portalSettings)
const demo = demoWords(portalSettings)

/** The same words stand in the page before it has loaded. */
export function ContactLine() {
  if (contact.length + demo.length === 0) return null
  return (
    <div className={styles.strip}>
      <p className={styles.line}>
        <Words words={contact} />
      </p>
      {demo.length > 0 && (
        <p className={styles.demo}>
          <Words words={demo} />
        </p>
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
