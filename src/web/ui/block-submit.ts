import { type RefObject, useEffect, useId, useRef } from 'react'

const held = 'data-held'

/**
 * A field that cannot be sent as it stands: its form or dialog does not go on, the first such field gets the focus, and each
 * is told so that it says why. The server would refuse it as well, but not beside the field.
 */
export const useBlockSubmit = (isWrong: boolean, notify?: () => void): Record<typeof held, string | undefined> => {
  const id = useId()
  const told: RefObject<(() => void) | undefined> = useRef(notify)
  useEffect(() => {
    told.current = notify
  })
  useEffect(() => {
    if (!isWrong) return
    // Before the form's own handlers, which would send.
    const hold = (event: SubmitEvent) => {
      const form = event.target instanceof Element ? event.target : null
      if (!form?.querySelector(`[${held}="${id}"]`)) return
      event.preventDefault()
      event.stopPropagation()
      told.current?.()
      focusBlocked(form)
    }
    document.addEventListener('submit', hold, true)
    return () => document.removeEventListener('submit', hold, true)
  }, [isWrong, id])
  return { [held]: isWrong ? id : undefined }
}

/** Whether something within cannot be sent as it stands; it has the focus then. */
export const focusBlocked = (within: Element | null): boolean => {
  const first = within?.querySelector<HTMLElement>(`[${held}]`)
  first?.focus()
  return Boolean(first)
}
