import { useNavigate } from '@tanstack/react-router'
import { chooseCustomer } from '#web/ordering-for.ts'
import { toastSuccess } from '#web/toast.ts'
import type { CustomerRow } from '../customer-shapes.ts'

/** The user an order for the business would be for: the preferred one, or the first who may order. */
const ordererOf = ({ people }: Pick<CustomerRow, 'people'>, preferred?: string) =>
  people.find(({ _id, mayOrder }) => mayOrder && _id === preferred) ?? people.find(({ mayOrder }) => mayOrder)

/** Starts an order for a business in the catalog; null if none of its users may order. */
export const useOrderFor = () => {
  const navigate = useNavigate()
  return (customer: CustomerRow): (() => void) | null => {
    const { _id, companyName, accountID } = customer
    const person = ordererOf(customer, _id)
    if (!person) return null
    return () => {
      chooseCustomer({ ...person, companyName, accountID })
      toastSuccess(`Now showing prices, cart and orders for ${companyName || person.email}.`)
      void navigate({ to: '/search' })
    }
  }
}
