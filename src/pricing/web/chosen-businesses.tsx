import { useRef } from 'react'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import type { MemberBusiness } from '../group-shapes.ts'
import styles from './price-lists.module.css'

interface Props {
  businesses: readonly MemberBusiness[]
  change: (businesses: MemberBusiness[]) => void
}

/** Businesses to add and remove one by one; saved with the rest of the form. */
export function ChosenBusinesses({ businesses, change }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {businesses.length > 0 && (
        <div className={styles.rows}>
          <table className={styles.table} aria-label="Businesses">
            <TableHead titles={['Business', 'Account', 'Delete']} right={['Delete']} />
            <tbody>
              {businesses.map((one) => (
                <tr key={one._id}>
                  <th scope="row">{one.companyName}</th>
                  <td>{one.accountID}</td>
                  <td data-align="right">
                    <DeleteButton
                      label={`Delete ${one.companyName}`}
                      onClick={() => change(businesses.filter(({ _id }) => _id !== one._id))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.row}>
        <CustomerChooser
          key={businesses.length}
          customer={null}
          inputRef={input}
          choose={({ _id, companyName, name, accountID }) =>
            change([
              ...businesses.filter((one) => one._id !== _id),
              { _id, companyName: companyName || name, accountID },
            ])
          }
        />
      </div>
    </>
  )
}
