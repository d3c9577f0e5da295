import { useLocation } from '@tanstack/react-router'
import { legalPages } from '#shared/legal-links.ts'
import { portalSettings } from '../portal-settings.ts'
import { ContactLine } from './contact-line.tsx'
import styles from './footer.module.css'
import { guidePageOf } from './guide-page.ts'
import { HelpKeys } from './help-keys.tsx'

const { footer, legal } = portalSettings.brand

export function Footer() {
  const { pathname } = useLocation()
  return (
    <footer className={styles.footer}>
      <ContactLine className={styles.contact} />
      <span>{footer}</span>
      {Object.entries(legalPages).map(
        ([page, label]) =>
          legal[page] && (
            <a key={page} href={legal[page]}>
              {label}
            </a>
          ),
      )}
      {portalSettings.guide && <a href={guidePageOf(portalSettings.guide, pathname)}>Guide</a>}
      <HelpKeys />
      {portalSettings.version && <span className={styles.maker}>Apotheca {portalSettings.version}</span>}
    </footer>
  )
}
