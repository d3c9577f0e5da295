import { Stack } from '@mantine/core'
import { LicensesPanel } from '#compliance/web/licenses/licenses-panel.tsx'
import { DeliveryPage } from '#ordering-rules/web/delivery/delivery-page.tsx'
import styles from '#web/form/form.module.css'

/** Where and when we ship, and the licenses that allow it. */
export function DeliveryScreen() {
  return (
    <Stack gap="md">
      <DeliveryPage />
      <div className={styles.page}>
        <LicensesPanel />
      </div>
    </Stack>
  )
}
