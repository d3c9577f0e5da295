import { Text } from '@mantine/core'
import type { ErpAges } from '../contract.ts'
import { useErpAges } from './hooks.ts'
import { timeOf } from './time-of.ts'

/** How old what is shown from the ERP is; nothing while it was never read. */
export function ErpAge({ of }: { of: keyof ErpAges }) {
  const { data } = useErpAges()
  const at = data?.[of]
  if (!at) return null
  return (
    <Text component="span" size="xs" c="dimmed" title={new Date(at).toLocaleString('en-US')}>
      ERP data as of {timeOf(at)}
    </Text>
  )
}
