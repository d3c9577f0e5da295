import { jarMark, ownName } from '#shared/jar-mark.ts'
import { portalSettings } from '../portal-settings.ts'
import styles from './brand-mark.module.css'

/** Whose portal it is: his logo, else his name; the same stands in the page before it has loaded. */
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
