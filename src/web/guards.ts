import { redirect, useMatches } from '@tanstack/react-router'
import { portalSettings } from './portal-settings.ts'
import { safeRedirect } from './safe-redirect.ts'
import { setRequestedPage, session, useUser } from './session.ts'
import { toastWarning } from './toast.ts'

interface Visit {
  location: { href: string; pathname: string }
  /** True for a link preload on hover. */
  preload: boolean
}

const { pathname: opened } = location

interface Viewed {
  /** The user the page was opened for: an id, null for a visitor, undefined if the page stays when the user changes. */
  viewer: string | null | undefined
}

/** The default of all pages without a guard of their own. */
export const openForUser = (visit: Visit): Viewed => {
  endPayment(visit)
  return { viewer: session().user?._id ?? null }
}

/** For pages that report a change of user or that visitors type into. */
export const openForEveryone = (): Viewed => ({ viewer: undefined })

/** False from a change of user until the router opens the next page, so that the old one is not shown. */
export const useIsForUser = (): boolean => {
  const user = useUser()
  const viewer = useMatches({ select: (matches) => matches.at(-1)?.context.viewer })
  return viewer === undefined || viewer === (user?._id ?? null)
}

/** Code of a payment provider must not outlive the payment page, so the next page is a full load. */
const endPayment = ({ location: { href, pathname }, preload }: Visit) => {
  if (portalSettings.paysHere && pathname !== opened && !preload) throw redirect({ href, reloadDocument: true })
}

export const signedIn = ({ location }: Pick<Visit, 'location'>) => {
  if (!session().user) throw redirect({ to: '/signin', search: { redirect: location.href } })
}

/** Sends signed-in users who are not admins to sign-in too, which redirects them home. */
export const admin = (visit: Visit) => {
  signedIn(visit)
  if (session().user?.isAdmin) return
  if (!visit.preload) toastWarning('That page is for administrators.')
  throw redirect({ to: '/signin' })
}

/** For staff; customers are sent home. */
export const staff = (visit: Visit) => {
  signedIn(visit)
  const user = session().user
  if (user?.isAdmin || user?.isSalesRep) return
  if (!visit.preload) toastWarning('That page is for our staff.')
  throw redirect({ to: '/signin' })
}

export const alreadySignedIn = ({ search, preload }: { search: Record<string, unknown>; preload: boolean }) => {
  const wanted = safeRedirect(search['redirect'])
  if (session().user) throw redirect({ href: wanted ?? '/' })
  if (!preload) setRequestedPage(wanted)
}
