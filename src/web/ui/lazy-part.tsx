import { type ComponentType, lazy } from 'react'

/** In sight, wherever on the page the part would be; not among the styles that every first visit loads. */
const inSight = {
  position: 'fixed',
  zIndex: 300,
  inset: '0 0 auto',
  margin: 0,
  padding: '0.75rem 1rem',
  background: 'var(--notice-soft)',
  textAlign: 'center',
} as const

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
    <p role="alert" style={inSight}>
      A part of this page could not be loaded. Copy what you typed, then{' '}
      <button type="button" onClick={() => location.reload()}>
        reload the page
      </button>
      .
    </p>
  )
}
