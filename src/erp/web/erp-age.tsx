import { Text } from '@mantine/core'
import { useUser } from '#web/session.ts'
import { momentWords, useMomentsSoon } from '#web/ui/day.tsx'
import type { ErpAges } from '../contract.ts'
import { useErpAges } from './hooks.ts'

/** How old what is shown from the ERP is; nothing while it was never read. Customers need not know what an ERP is. */
export function ErpAge({ of }: { of: keyof ErpAges }) {
  const isStaff = Boolean(useUser()?.isAdmin)
  const { data } = useErpAges()
  useMomentsSoon()
  const at = data?.[of]
  if (!at) return null
  return (
    <Text component="span" size="xs" c="dimmed">
      {isStaff ? 'ERP data' : 'Shown'} as of {momentWords(at)}
    </Text>
  )
}
