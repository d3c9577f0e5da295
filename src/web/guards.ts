import { redirect, useMatches } from '@tanstack/react-router'
import { portalSettings } from './portal-settings.ts'
import { safeRedirect } from './safe-redirect.ts'
import { setRequestedPage, session, useUser } from './session.ts'
import { toastWarning } from './toast.ts'

interface Visit {
  location: { href: string; pathname: string }
  /** The link was only pointed at. */
  preload: boolean
}

const { pathname: opened } = location

interface Viewed {
  /** Whom the page was opened for: the user's id, null for a visitor, undefined where it stays when the user changes. */
  viewer: string | null | undefined
}

/** For every page, unless its own guard says otherwise. */
export const openForUser = (visit: Visit): Viewed => {
  endPayment(visit)
  return { viewer: session().user?._id ?? null }
}

/** For pages that report a change of the user, or that a visitor types into. */
export const openForEveryone = (): Viewed => ({ viewer: undefined })

/** False from the moment the user changes until the router has opened the next page: the old one must not stay meanwhile. */
export const useIsForUser = (): boolean => {
  const user = useUser()
  const viewer = useMatches({ select: (matches) => matches.at(-1)?.context.viewer })
  return viewer === undefined || viewer === (user?._id ?? null)
}

/** What a payment provider loaded ends with the page where it was: the next one is opened anew. */
const endPayment = ({ location: { href, pathname }, preload }: Visit) => {
  if (portalSettings.paysHere && pathname !== opened && !preload) throw redirect({ href, reloadDocument: true })
}

export const signedIn = ({ location }: Pick<Visit, 'location'>) => {
  if (!session().user) throw redirect({ to: '/signin', search: { redirect: location.href } })
}

/** Whoever is signed in and no admin goes to sign-in too, which sends him home. */
export const admin = (visit: Visit) => {
  signedIn(visit)
  if (session().user?.isAdmin) return
  if (!visit.preload) toastWarning('That page is for administrators.')
  throw redirect({ to: '/signin' })
}

/** For the staff: a customer is sent home like anybody who opens what is not for him. */
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
