import { createContext } from 'react'

/** Returns true if it asks before the dialog closes; `leave` then closes it. */
export type DialogGuard = (leave: () => void) => boolean

/** The guards of the dialog around a form; null on a page. */
export const DialogGuards = createContext<Set<DialogGuard> | null>(null)
