import { jarMark, ownName } from '#shared/jar-mark.ts'
import { portalSettings } from '../portal-settings.ts'
import styles from './brand-mark.module.css'

/** The wholesaler's logo, else its name; the static page shows the same before the code loads. */
export function BrandMark() {
  const { name, logo } = portalSettings.brand
  if (logo)
    return (
      <img
        className={styles.picture}
        src={logo.src}
        width={logo.width}
        height={logo.height}
        alt={name}
        data-plate={logo.onPlate || undefined}
      />
    )
  return (
    <>
      {name === ownName && (
        <svg viewBox={jarMark.viewBox} aria-hidden="true" className={styles.jar}>
          <path fillRule="evenodd" d={jarMark.path} />
        </svg>
      )}
      <span className={styles.word}>{name}</span>
    </>
  )
}
