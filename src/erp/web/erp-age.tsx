import { useUser } from '#web/session.ts'
import { momentWords } from '#web/ui/day.tsx'
import type { ErpAges } from '../contract.ts'
import { useErpAges } from './hooks.ts'

/** The age of the ERP data; nothing before the first read. The text for customers does not mention the ERP. */
export function ErpAge({ of }: { of: keyof ErpAges }) {
  const isStaff = Boolean(useUser()?.isAdmin)
  const { data } = useErpAges()
  const at = data?.[of]
  if (!at) return null
  return (
    <>
      {isStaff ? 'ERP data' : 'Shown'} as of {momentWords(at)}
    </>
  )
}
