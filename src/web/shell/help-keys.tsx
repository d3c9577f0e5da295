import { useLocation } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { isTyping } from '../is-typing.ts'
import styles from './help-keys.module.css'
import { lazyPart } from '../ui/lazy-part.tsx'

const KeysSheet = lazyPart(() => import('./keys-sheet.tsx').then((module) => module.KeysSheet))

/** A question mark typed outside fields, or a link in the footer, shows the page's keyboard shortcuts. */
export function HelpKeys() {
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { pathname } = useLocation()

  const show = useCallback(() => {
    setWasOpened(true)
    setOpenOn(pathname)
  }, [pathname])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      show()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [show])

  return (
    <>
      <button type="button" className={styles.open} onClick={show} aria-keyshortcuts="?">
        Keyboard shortcuts
      </button>
      {wasOpened && (
        <Suspense>
          <KeysSheet isOpen={openOn === pathname} pathname={pathname} close={() => setOpenOn(null)} />
        </Suspense>
      )}
    </>
  )
}
