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
import { preloadNavigation, slots } from './slots.ts'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: worthRetrying, retryDelay, gcTime: 5 * 60_000 },
    // Fails immediately when offline; mutations are not queued.
    mutations: { retry: false, networkMode: 'always' },
  },
})

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

/** The fallback without a sign-in in the dialog: the sign-in page, which returns here and restores drafts. */
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

/** Here because the checkout may not be loaded at sign-out. */
onSignOut(() => endAttempt())

/** Data of one user must not be shown to the next. */
onUserChange((now, before) => {
  if (!now || !before || !isSameUser(now, before)) queryClient.getQueryCache().clear()
})

/** Data of one customer must not be shown for the next. */
onCustomerChange({ after: () => void queryClient.resetQueries() })

/** Retries the queries that failed meanwhile. */
onPortalBack(() => void queryClient.refetchQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 }))

startCartSync()

ignoreSecondHalves()

trackDrafts((missing) => {
  if (missing.length === 0) toastSuccess('We restored what you typed earlier. It is not saved yet.')
  else toastWarning(`We could not restore what you entered earlier. ${missing.join('; ')}`)
})

/** After a sign-in or sign-out in another tab, reruns the route guards and reloads the data. */
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
      // All variables are written here, from the theme; otherwise Mantine would also load 27 KB of its own.
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
// Loads the router first, so that React renders the page in interruptible steps and slow phones stay responsive; a
// later store update would render synchronously. The static header stays until then. setTimeout separates this from
// evaluating the bundle.
if (page)
  setTimeout(() => {
    const { user } = session()
    void Promise.allSettled([router.load(), user && preloadNavigation(user)]).then(() =>
      startTransition(() => createRoot(page).render(app)),
    )
  })
