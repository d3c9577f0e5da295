import { redirect } from '@tanstack/react-router'
import { safeRedirect } from './safe-redirect.ts'
import { rememberWanted, session } from './session.ts'

interface Visit {
  location: { href: string }
}

export const signedIn = ({ location }: Visit) => {
  if (!session().user) throw redirect({ to: '/signin', search: { redirect: location.href } })
}

/** Whoever is signed in and no admin goes to sign-in too, which sends him home. */
export const admin = (visit: Visit) => {
  signedIn(visit)
  if (!session().user?.isAdmin) throw redirect({ to: '/signin' })
}

export const alreadySignedIn = ({ search, preload }: { search: Record<string, unknown>; preload: boolean }) => {
  const wanted = safeRedirect(search['redirect'])
  if (session().user) throw redirect({ href: wanted ?? '/' })
  if (!preload) rememberWanted(wanted)
}
