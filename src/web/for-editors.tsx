import type { ReactNode } from 'react'
import { useIsReadOnly } from './read-only.ts'

/** Forms for new records, which read-only users could not save. */
export function ForEditors({ children }: { children: ReactNode }) {
  return useIsReadOnly() ? null : children
}
