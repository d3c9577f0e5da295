import { create } from 'zustand'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { forgetTab, onStoredElsewhere, readStored, removeStored, writeStored } from './storage.ts'

interface Session {
  user: SignedInUser | null
  /** The page a visitor wanted when asked to sign in; the landing page offers it. */
  wanted: string | null
}

const savedUser = () => readStored('userInfo', SignedInUser, null)

const useSession = create<Session>(() => ({ user: savedUser(), wanted: null }))

/** The signed-in user; updates on every sign-in and sign-out, in other tabs too. */
export const useUser = (): SignedInUser | null => useSession((state) => state.user)
export const useRequestedPage = (): string | null => useSession((state) => state.wanted)

export const session = (): Session => useSession.getState()

/** Sets the user in memory; `storeUser` also persists them. */
export const setUser = (user: SignedInUser): void => useSession.setState({ user })

export const storeUser = (user: SignedInUser): void => writeStored('userInfo', user)

/** Ends the session in this browser: memory and storage. */
export const forgetUser = (): void => {
  removeStored('userInfo')
  useSession.setState({ user: null })
}

export const setRequestedPage = (wanted: string | null): void => useSession.setState({ wanted })

const traces = new Set<() => void>()

/** Registers a callback that clears other data of the user at sign-out. */
export const onSignOut = (forget: () => void): void => void traces.add(forget)

let ended: { userId: string; href: string } | null = null

/** Remembers the page on which this user's session ended. */
export const storeEndedSession = (userId: string, href: string): void => {
  ended = { userId, href }
}

/** Returns the page on which this user's last session ended, once. */
export const takeEndedSession = (userId: string): string | null => {
  const href = ended?.userId === userId ? ended.href : null
  ended = null
  return href
}

/** Signs out and clears the data that an expired session would leave for its user in this browser. */
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

/** Registers a callback for another user's sign-in or this user's sign-out in another tab. */
export const onUserElsewhere = (changed: (now: SignedInUser | null) => void): void => void elsewhere.add(changed)

onStoredElsewhere(['userInfo'], () => {
  const before = session().user
  const now = savedUser()
  useSession.setState({ user: now })
  if (before && now && isSameUser(before, now)) return
  for (const changed of elsewhere) changed(now)
})

/** Whether both users may see the same data. */
export const isSameUser = (one: SignedInUser, other: SignedInUser): boolean =>
  (['_id', 'isAdmin', 'isSalesRep', 'isReadOnly', 'buyingRole'] as const).every((key) => one[key] === other[key])
