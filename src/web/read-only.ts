import { useUser } from './session.ts'

/** True for a director, whom the server refuses every change; screens hide what changes something. */
export const useIsReadOnly = (): boolean => useUser()?.isReadOnly === true

export const readOnlyNote = 'Your account is read-only.'
