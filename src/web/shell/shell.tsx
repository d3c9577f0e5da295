import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { type MouseEvent, Suspense, useContext, useEffect, useLayoutEffect } from 'react'
import { setTitle, useFullBox } from '../display.ts'
import { useIsForUser } from '../guards.ts'
import { usePasswordQuestion, useSignInQuestion } from '../password-question.ts'
import { useIsAway } from '../outage.ts'
import { useUser } from '../session.ts'
import { SlotsContext } from '../slots.ts'
import { clearToasts, leaveOldToasts, useToasts, wantToasts } from '../toast.ts'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { Footer } from './footer.tsx'
import { useRestoredFocus } from './restore-focus.ts'
import { Letterhead } from './letterhead.tsx'
import styles from './shell.module.css'
import { trackHistory } from '../use-way-back.ts'
import { TopBar } from './top-bar.tsx'

export function Shell() {
  const fullBox = useFullBox()
  const { Strip } = useContext(SlotsContext)
  const isForUser = useIsForUser()
  usePageChange()
  useRestoredFocus()

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <TopBar />
      <Letterhead />
      <Strip />
      <main id="main" tabIndex={-1} className={styles.main} data-full={fullBox || undefined}>
        {isForUser ? <Outlet /> : <PageSkeleton />}
      </main>
      <Footer />
      <OutageBar />
      <Questions />
      <Toasts />
    </div>
  )
}

/** By hand, so that the address keeps its state and gains no hash. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** At the foot of the window, wherever the page is scrolled to. */
function OutageBar() {
  const isAway = useIsAway()
  return (
    <output className={styles.outage}>
      {isAway && (
        <span>The portal is not responding. Your entries are kept, and this page reconnects automatically.</span>
      )}
    </output>
  )
}

/** What is asked above the page, which goes on when it is answered. */
function Questions() {
  const { PasswordDialog, SessionDialog } = useContext(SlotsContext)
  const answerPassword = usePasswordQuestion()
  const answerSignIn = useSignInQuestion()
  return (
    <Suspense>
      {answerPassword && <PasswordDialog answer={answerPassword} />}
      {answerSignIn && <SessionDialog answer={answerSignIn} />}
    </Suspense>
  )
}

function Toasts() {
  const { Notifications, plain } = useToasts()
  const isSignedIn = useUser() !== null

  // A browser never asks again for code that it could not load once, so those who write something have it before the portal
  // may be away. Visitors come for the listing, whose weight counts.
  useEffect(() => {
    if (isSignedIn && 'requestIdleCallback' in window) requestIdleCallback(wantToasts)
  }, [isSignedIn])

  useEffect(() => {
    const once = { once: true, passive: true }
    addEventListener('pointerdown', wantToasts, once)
    addEventListener('keydown', wantToasts, once)
    return () => {
      removeEventListener('pointerdown', wantToasts)
      removeEventListener('keydown', wantToasts)
    }
  }, [])

  if (plain) return <PlainToast {...plain} />
  if (!Notifications) return null
  // Without a transition, so that the old message is gone when the new one stands there.
  return (
    <Notifications
      position="bottom-center"
      limit={1}
      autoClose={false}
      allowScrollDismiss={false}
      transitionDuration={0}
      zIndex={400}
    />
  )
}

/** A message whose own look could not be loaded. */
function PlainToast({ message, role }: { message: string; role: 'alert' | 'status' }) {
  return (
    <div className={styles.outage} role={role}>
      <span>
        {message}{' '}
        <button type="button" onClick={clearToasts}>
          Close message
        </button>
      </span>
    </div>
  )
}

/** What a full page load does by itself: a new title, and the focus at the start of the new page. */
const usePageChange = (): void => {
  const router = useRouter()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => trackHistory(router), [router])
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })

  // As a layout effect it runs before the effect of a page that knows a better title.
  useLayoutEffect(() => {
    if (title) setTitle(title)
  }, [title, path])

  useEffect(() => {
    let focusedBefore: Element | null = null
    /** When the page was left, however many steps it takes to come to another. */
    let leftAt: number | null = null
    const leave = router.subscribe('onBeforeNavigate', () => {
      focusedBefore = document.activeElement
      leftAt ??= Date.now()
    })
    const arrive = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // Whoever began to type or opened a menu or a dialog while the page was loading is not interrupted.
      const hasMovedOn =
        document.activeElement !== focusedBefore &&
        document.activeElement?.closest(
          'input, textarea, [aria-expanded="true"], [aria-haspopup="dialog"], [role="menu"], [role="dialog"]',
        )
      if (fromLocation && pathChanged) leaveOldToasts(leftAt ?? Date.now())
      leftAt = null
      if (fromLocation && pathChanged && !hasMovedOn) focusPage()
    })
    return () => {
      leave()
      arrive()
    }
  }, [router])
}

const focusPage = () => {
  const main = document.getElementById('main')
  if (!main || (document.activeElement !== main && main.contains(document.activeElement))) return
  const heading = main.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  ;(heading ?? main).focus({ preventScroll: true })
}
