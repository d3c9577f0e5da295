import { create } from 'zustand'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { forgetTab, onStoredElsewhere, readStored, removeStored, writeStored } from './storage.ts'

interface Session {
  user: SignedInUser | null
  /** Where a visitor wanted to go when he was asked to sign in; offered again on his landing page. */
  wanted: string | null
}

const savedUser = () => readStored('userInfo', SignedInUser, null)

const useSession = create<Session>(() => ({ user: savedUser(), wanted: null }))

/** The signed-in user; the component follows every sign-in and sign-out, in other tabs too. */
export const useUser = (): SignedInUser | null => useSession((state) => state.user)
export const useRequestedPage = (): string | null => useSession((state) => state.wanted)

export const session = (): Session => useSession.getState()

/** Takes the user into memory; the sign-in screen also keeps him with `storeUser`. */
export const setUser = (user: SignedInUser): void => useSession.setState({ user })

export const storeUser = (user: SignedInUser): void => writeStored('userInfo', user)

/** Ends the session in this browser: memory and storage. */
export const forgetUser = (): void => {
  removeStored('userInfo')
  useSession.setState({ user: null })
}

export const setRequestedPage = (wanted: string | null): void => useSession.setState({ wanted })

const traces = new Set<() => void>()

/** Whoever keeps something else of the user in the browser forgets it when he leaves. */
export const onSignOut = (forget: () => void): void => void traces.add(forget)

let ended: { userId: string; href: string } | null = null

/** The session of this user ended on a page of his. */
export const storeEndedSession = (userId: string, href: string): void => {
  ended = { userId, href }
}

/** The page on which this user's last session ended, once. */
export const takeEndedSession = (userId: string): string | null => {
  const href = ended?.userId === userId ? ended.href : null
  ended = null
  return href
}

/** Signing out: after a session that ended by itself, its user finds again what they left here. */
export const signOut = (): void => {
  forgetUser()
  setRequestedPage(null)
  ended = null
  for (const forget of traces) forget()
  forgetTab()
}

export const onUserChange = (changed: (user: SignedInUser | null, before: SignedInUser | null) => void): (() => void) =>
  useSession.subscribe((now, before) => {
    if (now.user?.token !== before.user?.token) changed(now.user, before.user)
  })

const elsewhere = new Set<(now: SignedInUser | null) => void>()

/** Is told when somebody else signed in in another tab, or the user signed out there; a new session of the same user is none. */
export const onUserElsewhere = (changed: (now: SignedInUser | null) => void): void => void elsewhere.add(changed)

onStoredElsewhere(['userInfo'], () => {
  const before = session().user
  const now = savedUser()
  useSession.setState({ user: now })
  if (before && now && isSameUser(before, now)) return
  for (const changed of elsewhere) changed(now)
})

/** Whether all that one may see the other may see, too. */
export const isSameUser = (one: SignedInUser, other: SignedInUser): boolean =>
  (['_id', 'isAdmin', 'isSalesRep', 'buyingRole'] as const).every((key) => one[key] === other[key])
