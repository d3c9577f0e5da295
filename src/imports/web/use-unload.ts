import { useEffect } from 'react'

/** Closing the page asks first while something is on its way. */
export const useUnload = (isSending: boolean) =>
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
