import type { Caller } from './bearer.ts'
import { Refusal } from './refusal.ts'

/**
 * For what would serve somebody at a browser that was left open: a refusal, unless the password was given lately. The
 * portal's pages ask for it then and repeat the call.
 */
export const requirePassword = ({ isConfirmed }: Pick<Caller, 'isConfirmed'>): void => {
  if (!isConfirmed) throw new Refusal(403, 'Please enter your password again.', { passwordNeeded: true })
}
