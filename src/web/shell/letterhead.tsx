import { portalSettings } from '../portal-settings.ts'
import text from '#web/ui/text.module.css'
import styles from './letterhead.module.css'

const { brand, contactEmail, contactPhone } = portalSettings

/** Printed only. */
export function Letterhead() {
  const { name, logoOnPaper: logo } = brand
  return (
    <div data-letterhead>
      {logo ? (
        <img
          src={logo.src}
          width={logo.width}
          height={logo.height}
          alt={name}
          fetchPriority="low"
          className={styles.logo}
        />
      ) : (
        <strong className={styles.name}>{name}</strong>
      )}
      <span className={text.dimmed}>{[contactEmail, contactPhone].filter(Boolean).join(' · ')}</span>
    </div>
  )
}
