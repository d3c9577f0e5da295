import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { suppliers } from '../suppliers/contract.ts'

export const useSuppliers = () => useQuery(queryOf(suppliers.list))

export const useAddSupplier = () => useChange(suppliers.add, { refresh: [suppliers.list], quiet: isAboutFields })

export const useRevokeSupplier = (done: () => void) =>
  useChange(suppliers.revoke, { refresh: [suppliers.list], refreshesAlways: true, onSuccess: done })
