import type { Notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { loadOnce } from './load-once.ts'

interface Plain {
  message: string
  role: 'alert' | 'status'
}

/** The toast component once loaded; `plain` is the message shown while it cannot be loaded. */
export const useToasts = create<{ Notifications: typeof Notifications | null; plain: Plain | null }>(() => ({
  Notifications: null,
  plain: null,
}))

const library = loadOnce(() => import('./toast-library.ts'))

/** Preloads the toast code; otherwise the first message loads it. */
export const wantToasts = (): void =>
  library.use((loaded) => useToasts.setState({ Notifications: loaded.Notifications }))

let shownAt = 0

/** On navigation, keeps a message of the action that led away and clears older ones. */
export const leaveOldToasts = (leftAt: number): void => {
  if (leftAt - shownAt > 2_000) clearToasts()
}

/** Shows one message at a time, the newest, until it is closed. */
const show = (color: string, role: 'alert' | 'status', message: string): void => {
  shownAt = Date.now()
  wantToasts()
  library.use(
    ({ notifications }) => {
      useToasts.setState({ plain: null })
      notifications.clean()
      notifications.show({ message, color, role, closeButtonProps: { 'aria-label': 'Close message' } })
    },
    () => useToasts.setState({ plain: { message, role } }),
  )
}

export const toastSuccess = (message: string): void => show('brand', 'status', message)
export const toastWarning = (message: string): void => show('yellow', 'alert', message)
export const toastError = (message: string): void => show('red', 'alert', message)

export const clearToasts = (): void => {
  useToasts.setState({ plain: null })
  if (library.isWanted()) library.use(({ notifications }) => notifications.clean())
}
