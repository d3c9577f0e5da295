import { redirect } from '@tanstack/react-router'
import { portalSettings } from './portal-settings.ts'
import { safeRedirect } from './safe-redirect.ts'
import { rememberWanted, session } from './session.ts'
import { toastWarning } from './toast.ts'

interface Visit {
  location: { href: string; pathname: string }
  /** The link was only pointed at. */
  preload: boolean
}

const { pathname: opened } = location

/** What a payment provider loaded ends with the page where it was: the next one is opened anew. */
export const endPayment = ({ location: { href, pathname }, preload }: Visit) => {
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

export const alreadySignedIn = ({ search, preload }: { search: Record<string, unknown>; preload: boolean }) => {
  const wanted = safeRedirect(search['redirect'])
  if (session().user) throw redirect({ href: wanted ?? '/' })
  if (!preload) rememberWanted(wanted)
}
