import { type ComponentType, lazy } from 'react'
import styles from './lazy-part.module.css'

/**
 * A part of a page whose code is loaded when it is first needed. Where that fails the page stays, with all that was typed: a
 * browser does not ask again for a module that it could not load, so only a reload brings the part.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      // It needs nothing of what the part would be given.
      () => ({ default: MissingPart as ComponentType<P> }),
    ),
  )

/** A part that opens and closes is missing only while it is open. */
function MissingPart({ isOpen = true }: { isOpen?: boolean }) {
  if (!isOpen) return null
  return (
    <p role="alert" className={styles.missing}>
      A part of this page could not be loaded. Copy what you typed, then{' '}
      <button type="button" className={styles.reload} onClick={() => location.reload()}>
        reload the page
      </button>
      .
    </p>
  )
}
