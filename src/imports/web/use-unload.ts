import { useEffect } from 'react'

/** Asks before the page is closed during an upload. */
export const useUnload = (isSending: boolean) =>
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
