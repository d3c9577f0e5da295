import '#web/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { retryDelay, worthRetrying } from '#web/api-error.ts'
import { startCartSync } from '#cart/web/sync-cart.ts'
import { onFactorNeeded } from '#web/api.ts'
import { modeManager } from '#web/display.ts'
import { saveDrafts, trackDrafts } from '#web/drafts.ts'
import { onSessionEnd } from '#web/fetch-as-user.ts'
import { endAttempt } from '#orders/web/checkout/order-attempt.ts'
import { onCustomerChange } from '#web/ordering-for.ts'
import { onPortalBack } from '#web/outage.ts'
import { ignoreSecondHalves } from '#web/second-click.ts'
import {
  forgetUser,
  isSameUser,
  onSignOut,
  onUserChange,
  onUserElsewhere,
  storeEndedSession,
  session,
} from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { theme, variables } from '#web/theme.ts'
import { toastSuccess, toastWarning } from '#web/toast.ts'
import { router } from './routes.tsx'
import { slots } from './slots.ts'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, gcTime: 5 * 60_000 },
    // Without a connection a press fails at once: nothing is sent later by itself.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

/** Who does not sign in again above the page comes back to it, and to what was typed, after signing in on the page for that. */
onSessionEnd((token) => {
  const { user } = session()
  if (user?.token !== token) return
  const { href, pathname } = router.state.location
  storeEndedSession(user._id, href)
  saveDrafts()
  forgetUser()
  toastWarning('Your session has ended. Please sign in again.')
  void router.navigate({ to: '/signin', search: pathname === '/signin' ? {} : { redirect: href } })
})

onFactorNeeded(() => void router.navigate({ to: '/secondfactor' }))

/** Here, because the checkout may not have been loaded when somebody signs out. */
onSignOut(() => endAttempt())

/** What one user read is never shown to the next. */
onUserChange((now, before) => {
  if (!now || !before || !isSameUser(now, before)) queryClient.getQueryCache().clear()
})

/** What was read for one customer is not shown for the next. */
onCustomerChange({ after: () => void queryClient.resetQueries() })

/** What could not be read meanwhile is read now. */
onPortalBack(() => void queryClient.refetchQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 }))

startCartSync()

ignoreSecondHalves()

trackDrafts((missing) => {
  if (missing.length === 0) toastSuccess('We restored what you typed earlier. It is not saved yet.')
  else toastWarning(`We could not restore what you entered earlier. ${missing.join('; ')}`)
})

/** A sign-in or sign-out in another tab: the guards judge this page anew, then it reads anew. */
onUserElsewhere((now) => {
  if (!now) toastWarning('You signed out in another window.')
  void router.invalidate().then(() => queryClient.resetQueries())
})

const page = document.getElementById('root')
const app = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={modeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      // All variables are written here, from the theme: without this line Mantine's own 27 KB of them would be loaded too.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <SlotsContext value={slots}>
          <RouterProvider router={router} />
        </SlotsContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
// The router first, so that React draws the whole page in small steps and a slow phone answers meanwhile: what a store
// tells React later is drawn in one go. The header that came with the page stands until then. Not in one go with this file.
if (page) setTimeout(() => void router.load().finally(() => startTransition(() => createRoot(page).render(app))))
