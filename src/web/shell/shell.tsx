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
  const { Strip, Rail } = useContext(SlotsContext)
  const user = useUser()
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
      <div className={styles.body} data-rail={user?.isAdmin || undefined}>
        {user?.isAdmin && (
          <div className={styles.rail}>
            <Suspense>
              <Rail />
            </Suspense>
          </div>
        )}
        <main id="main" tabIndex={-1} className={styles.main} data-full={fullBox || undefined}>
          {isForUser ? <Outlet /> : <PageSkeleton />}
        </main>
      </div>
      <Footer />
      <OutageBar />
      <Questions />
      <Toasts />
    </div>
  )
}

/** Without navigation, so that the address keeps its state and gets no hash. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Fixed to the bottom of the window. */
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

/** Dialogs above the page that resume an action once answered. */
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

  // Preload toasts for signed-in users, because a browser never retries a module that failed to load during an outage.
  // Visitors come for the listing and skip the download.
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
  // No transition, so that the old toast is gone when the new one appears.
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

/** A fallback for a toast whose code failed to load. */
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

/** Replaces what a full page load does: updates the title and moves the focus to the new page's start. */
const usePageChange = (): void => {
  const router = useRouter()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => trackHistory(router), [router])
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })

  // A layout effect runs before the effects of pages that set a more specific title.
  useLayoutEffect(() => {
    if (title) setTitle(title)
  }, [title, path])

  useEffect(() => {
    let focusedBefore: Element | null = null
    /** When the page was left, even if redirects follow. */
    let leftAt: number | null = null
    const leave = router.subscribe('onBeforeNavigate', () => {
      focusedBefore = document.activeElement
      leftAt ??= Date.now()
    })
    const arrive = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // Do not interrupt a user who began to type or opened a menu or dialog while the page loaded.
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
