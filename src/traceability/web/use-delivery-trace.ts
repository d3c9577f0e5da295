import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { isUuid } from '#shared/wire.ts'
import { deliveries } from '../deliveries/contract.ts'

export const useOrderTrace = (id: string) =>
  useQuery({ ...queryOf(deliveries.ofOrder, { params: { id } }), enabled: isUuid(id) })

export const useInvoiceTrace = (id: string) =>
  useQuery({ ...queryOf(deliveries.ofInvoice, { params: { id } }), enabled: id !== '' })
