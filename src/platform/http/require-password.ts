import type { Caller } from './bearer.ts'
import { Refusal } from './refusal.ts'

/** Refuses sensitive actions unless the password was entered recently; the pages then prompt and repeat the call. */
export const requirePassword = ({ isConfirmed }: Pick<Caller, 'isConfirmed'>): void => {
  if (!isConfirmed) throw new Refusal(403, 'Please enter your password again.', { passwordNeeded: true })
}
