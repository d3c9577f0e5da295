import { UnstyledButton } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import styles from './erp-actions.module.css'
import { useImportOrders, useRefreshStatuses, useSync, useUpdateAddresses } from './hooks.ts'

/** The four ERP actions of the side menu; the outcome is shown on any page. */
export function ErpActions({ close }: { close: () => void }) {
  const refresh = useRefreshStatuses()
  const orders = useImportOrders()
  const addresses = useUpdateAddresses()
  const invoices = useSync('invoices')
  const actions = [
    { label: 'Refresh Order Status', isPending: refresh.isPending, start: () => refresh.mutate({}) },
    {
      label: 'Import invoices',
      isPending: invoices.isPending,
      start: () => invoices.mutate({ params: { kind: 'invoices' }, body: {} }),
    },
    { label: 'Import Orders', isPending: orders.isPending, start: () => orders.mutate({}) },
    { label: 'Update shipping addresses', isPending: addresses.isPending, start: () => addresses.mutate({}) },
  ]
  return (
    <section className={styles.group} aria-label="ERP">
      {actions.map(({ label, isPending, start }) => (
        <UnstyledButton
          key={label}
          className={styles.action}
          disabled={isPending}
          onClick={() => {
            start()
            close()
          }}
        >
          <RefreshCw size={15} aria-hidden className={styles.icon} />
          {label}
        </UnstyledButton>
      ))}
    </section>
  )
}
