import { type RefObject, useEffect, useId, useRef } from 'react'

const held = 'data-held'

/**
 * An invalid field blocks its form or dialog: the first such field gets the focus, and `notify` lets each show its
 * error. The server would refuse the value too, but not next to the field.
 */
export const useBlockSubmit = (isWrong: boolean, notify?: () => void): Record<typeof held, string | undefined> => {
  const id = useId()
  const told: RefObject<(() => void) | undefined> = useRef(notify)
  useEffect(() => {
    told.current = notify
  })
  useEffect(() => {
    if (!isWrong) return
    // Capture phase: runs before the form's own submit handlers.
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

/** Whether a field within is invalid; focuses the first one. */
export const focusBlocked = (within: Element | null): boolean => {
  const first = within?.querySelector<HTMLElement>(`[${held}]`)
  first?.focus()
  return Boolean(first)
}
