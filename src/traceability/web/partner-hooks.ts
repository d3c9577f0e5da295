import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { partners } from '../partners/contract.ts'

export const usePartner = (id: string) => useQuery(queryOf(partners.byCustomer, { params: { id } }))

export const useSavePartner = () =>
  useChange(partners.save, { refresh: [partners.byCustomer], quiet: isAboutFields, refreshesAlways: true })

export const usePushes = (page: number, failed: boolean) =>
  useQuery({ ...queryOf(partners.pushes, { query: { page, failed } }), placeholderData: keepPreviousData })

export const useRetry = () => useChange(partners.retry, { refresh: [partners.pushes], refreshesAlways: true })
