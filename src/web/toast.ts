import { create } from 'zustand'

/** Set with the first message, or the first key or click before it: only then is the code that shows messages loaded. */
export const useToasts = create(() => ({ areWanted: false }))

export const wantToasts = (): void => useToasts.setState({ areWanted: true })

let shownAt = 0

/** What was said just before a page was left speaks of the act that led away; what is older, of the page that was left. */
export const leaveOldToasts = (leftAt: number): void => {
  if (leftAt - shownAt > 2_000) clearToasts()
}

/** One message at a time, the newest, until it is closed. */
const show = async (color: string, role: 'alert' | 'status', message: string) => {
  wantToasts()
  shownAt = Date.now()
  const { notifications } = await import('@mantine/notifications')
  notifications.clean()
  notifications.show({ message, color, role, closeButtonProps: { 'aria-label': 'Close message' } })
}

export const toastSuccess = (message: string): void => void show('brand', 'status', message)
export const toastWarning = (message: string): void => void show('yellow', 'alert', message)
export const toastError = (message: string): void => void show('red', 'alert', message)

export const clearToasts = (): void => {
  if (useToasts.getState().areWanted)
    void import('@mantine/notifications').then(({ notifications }) => notifications.clean())
}
