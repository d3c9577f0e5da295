import { redirect } from '@tanstack/react-router'
import { safeRedirect } from './safe-redirect.ts'
import { rememberWanted, session } from './session.ts'
import { toastWarning } from './toast.ts'

interface Visit {
  location: { href: string }
  /** The link was only pointed at. */
  preload: boolean
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
