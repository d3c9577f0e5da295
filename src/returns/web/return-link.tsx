import { PackageX } from 'lucide-react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import type { Source } from './hooks.ts'

/** In the address of the form, in the place of a return’s id. */
export const newReturnId = 'new'

/** Opens the form for returns and reports, for everyone who may order. */
export function ReturnLink(source: Source) {
  const isAdmin = useUser()?.isAdmin ?? false
  const mayOrder = useMayOrder()
  if (isAdmin || !mayOrder) return null
  return (
    <ButtonLink
      variant="subtle"
      leftSection={<PackageX size={16} aria-hidden />}
      to="/returns/$id"
      params={{ id: newReturnId }}
      search={{ ...source }}
    >
      Return or report
    </ButtonLink>
  )
}
